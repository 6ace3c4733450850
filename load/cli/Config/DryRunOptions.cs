namespace TwoTier.Load.Cli.Config;

/// <summary>The options of <c>load dry-run</c>.</summary>
internal sealed record DryRunOptions(ScenarioOptions Scenario, bool HasHeaders, bool HasWholeBodies)
{
    public static DryRunOptions Read(ParsedScenario parsed) => new(
        ScenarioOptions.Read(parsed),
        parsed.Values.GetValue(OutputKeys.Headers),
        parsed.Values.GetValue(OutputKeys.ShowFullBodies));
}
