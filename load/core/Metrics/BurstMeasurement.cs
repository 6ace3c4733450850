namespace TwoTier.Load.Metrics;

/// <summary>The measurement of one burst: requests that were released at the same moment.</summary>
internal sealed record BurstMeasurement(
    RequestCounters Counters, OpenLoopCounters Sending, TimeSpan Start, TimeSpan Duration)
{
    /// <summary>How each of its requests ended; null if the burst was too large to be shown.</summary>
    public IReadOnlyList<BurstProgress>? Progress { get; init; }
}
