namespace TwoTier.Load.Results.Building;

internal sealed record RunDescription(
    ScenarioDescription Scenario, string Command, string RepeatCommand, int Seed, TimeSpan Timeout, int Cores)
{
    /// <summary>How connections are opened, in words; null for direct connections with full checks.</summary>
    public string? Client { get; init; }

    public string Name => Scenario.Name;

    public SequencePart? SequencePart { get; init; }
}
