namespace TwoTier.Load.Cli.Config;

/// <summary>The options of <c>load compare</c>.</summary>
internal sealed record CompareOptions(
    ScenarioOptions Scenario,
    ExperimentPlan Plan,
    string? Against,
    bool IsForced,
    OutputOptions Output)
{
    /// <returns>The options, or null if they contain an error; the error is then added to the diagnostics.</returns>
    public static CompareOptions? Read(ParsedScenario parsed)
    {
        var values = parsed.Values;
        var scenario = ScenarioOptions.Read(parsed) with
        {
            IncludesFailures = values.GetValue(RunKeys.IncludeFailures),
        };
        var output = OutputOptions.Read(values);
        var profiles = new LoadProfileReader(values, scenario.Requests.Seed);
        var reader = new ComparisonReader(values, scenario.Requests);
        return reader.ReadPlan(profiles.ReadStages(), profiles.ReadLimits()) is { } plan
            ? new CompareOptions(
                scenario,
                plan,
                values.GetValue(OutputKeys.EarlierResultPath),
                values.GetValue(OutputKeys.ForceComparison),
                output)
            : null;
    }
}
