using Load.Config.Keys;
using Load.Config.Readers;
using Load.Experiment;

namespace Load.Config;

/// <summary>The options of <c>load compare</c>.</summary>
/// <param name="Scenario">The requests, and the name of the comparison.</param>
/// <param name="Plan">The variants, and how they are measured.</param>
/// <param name="Against">The path of an earlier result to compare with, or null for none.</param>
/// <param name="IsForced">True to compare with the earlier result even if the conditions differ.</param>
/// <param name="Output">What to write and to serve.</param>
internal sealed record CompareOptions(
    ScenarioOptions Scenario, ExperimentPlan Plan, string? Against, bool IsForced, OutputOptions Output)
{
    /// <returns>Null if the options contain an error, which is then among the diagnostics.</returns>
    public static CompareOptions? Read(ParsedScenario parsed)
    {
        var values = parsed.Values;
        var scenario = ScenarioOptions.Read(parsed);
        var output = OutputOptions.Read(values);
        var profiles = new LoadProfileReader(values, scenario.Requests.Seed);
        var reader = new ComparisonReader(values, scenario.Requests);
        return reader.ReadPlan(profiles.ReadStages(), profiles.ReadLimits()) is { } plan
            ? new CompareOptions(
                scenario, plan, values.GetValue(OutputKeys.Against), values.GetValue(OutputKeys.Force), output)
            : null;
    }
}
