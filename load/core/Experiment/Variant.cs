namespace TwoTier.Load.Experiment;

/// <summary>A variant of a comparison.</summary>
internal sealed record Variant(string Name, RequestMix Requests, IReadOnlyList<MonitoredProcess> Processes)
{
    /// <summary>The name of the group to which the variant belongs; null if it belongs to none.</summary>
    public string? Group { get; init; }

    /// <summary>A description of the variant in one sentence; null if there is none.</summary>
    public string? Summary { get; init; }
}
