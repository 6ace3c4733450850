namespace TwoTier.Load.Metrics;

internal sealed record BurstMeasurement(
    RequestCounters Counters, OpenLoopCounters Sending, TimeSpan Start, TimeSpan Duration)
{
    /// <summary>How each of its requests ended; null if the burst was too large to be shown.</summary>
    public IReadOnlyList<BurstProgress>? Progress { get; init; }
}

internal enum RequestState : byte
{
    Waiting,
    Sent,
    Succeeded,
    Failed,
}
