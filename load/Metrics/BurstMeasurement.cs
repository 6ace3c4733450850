namespace Load.Metrics;

/// <summary>The measurement of one burst: requests that were released at the same moment.</summary>
/// <param name="Counters">The counters of the requests in the burst. Latencies are counted from the release.</param>
/// <param name="Sending">The delay until each request was sent, and its service time from then on.</param>
/// <param name="Start">The time from the start of the load to the release of the burst.</param>
/// <param name="Duration">The time from the release of the burst to its last response.</param>
internal sealed record BurstMeasurement(
    RequestCounters Counters, OpenLoopCounters Sending, TimeSpan Start, TimeSpan Duration)
{
    /// <summary>How each of its requests ended; null if the burst was too large to be shown.</summary>
    public IReadOnlyList<BurstProgress>? Progress { get; init; }
}
