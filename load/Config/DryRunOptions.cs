using Load.Config.Keys;

namespace Load.Config;

/// <summary>The options of <c>load dry-run</c>.</summary>
/// <param name="Scenario">The requests, each of which is sent once.</param>
/// <param name="HasHeaders">True to show request and response headers too.</param>
/// <param name="HasWholeBodies">True to show whole bodies, false to show only the beginning of each body.</param>
internal sealed record DryRunOptions(ScenarioOptions Scenario, bool HasHeaders, bool HasWholeBodies)
{
    public static DryRunOptions Read(ParsedScenario parsed) => new(
        ScenarioOptions.Read(parsed),
        parsed.Values.GetValue(OutputKeys.Headers),
        parsed.Values.GetValue(OutputKeys.ShowFullBodies));
}
