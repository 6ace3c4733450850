namespace TwoTier.Load.Results.Building;

/// <summary>The parts of a result that are known before anything is measured.</summary>
internal sealed record RunDescription(
    ScenarioDescription Scenario, string Command, string RepeatCommand, int Seed, TimeSpan Timeout, int Cores)
{
    /// <summary>How connections are opened, in words; null for direct connections with full checks.</summary>
    public string? Client { get; init; }

    public string Name => Scenario.Name;

    /// <summary>The part of the load that this load tool sends; null if it sends all of it.</summary>
    public SequencePart? SequencePart { get; init; }
}
