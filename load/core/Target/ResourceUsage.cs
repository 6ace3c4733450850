namespace TwoTier.Load.Target;

/// <summary>The resources that the monitored processes used while load was sent.</summary>
internal sealed record ResourceUsage(
    IReadOnlyDictionary<string, ProcessMetrics?> Processes, double? ServerRequests, bool Agrees);
