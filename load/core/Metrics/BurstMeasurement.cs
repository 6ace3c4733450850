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

/// <summary>How far the requests of one kind in a burst are, with a letter for each.</summary>
internal sealed record BurstProgress(string Name, string States, double Seconds)
{
    public static char GetLetter(RequestState state) => "wsaf"[(int)state];
}
