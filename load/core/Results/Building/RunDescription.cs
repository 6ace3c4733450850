namespace TwoTier.Load.Results.Building;

internal sealed record RunDescription(
    ScenarioDescription Scenario, string Command, string RepeatCommand, int Seed, TimeSpan Timeout, int Cores)
{
    public string Name => Scenario.Name;
}
