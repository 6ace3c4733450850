namespace Load.Target;

/// <summary>What the monitored processes used while load was sent.</summary>
/// <param name="Processes">
/// The increase of each process's metrics by its name, or null if they could not be read.
/// </param>
/// <param name="ServerRequests">The number of requests that the target counted, or null if it does not count.</param>
/// <param name="Agrees">True if the target's count agrees with the client's, or if the target does not count.</param>
internal sealed record ResourceUsage(
    IReadOnlyDictionary<string, ProcessMetrics?> Processes, double? ServerRequests, bool Agrees);
