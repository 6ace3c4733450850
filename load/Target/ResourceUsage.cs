namespace Load.Target;

/// <summary>The resources that the monitored processes used while load was sent.</summary>
/// <param name="Processes">
/// The increase of each process's metrics, keyed by process name. A value is null if the metrics could not be read.
/// </param>
/// <param name="ServerRequests">
/// The number of requests that the target counted, or null if the target does not count requests.
/// </param>
/// <param name="Agrees">
/// True if the number of requests that the target counted agrees with the number that the load tool counted, or if the
/// target does not count requests.
/// </param>
internal sealed record ResourceUsage(
    IReadOnlyDictionary<string, ProcessMetrics?> Processes, double? ServerRequests, bool Agrees);
