using Load.Metrics;
using Load.Results.Building;

namespace Load.Live;

/// <summary>
/// Percentiles of the last seconds of a stretch of load: of all of a slice, of a soak only of what is of interest now. Two
/// copies of the counts that are left out take turns, so that nothing is allocated beside a run.
/// </summary>
internal sealed class RecentLatency(TimeProvider time)
{
    /// <summary>Up to twice this: with one request in 100 beyond it, p99 needs 1,000 of them.</summary>
    private static readonly TimeSpan Half = TimeSpan.FromSeconds(2.5);

    private long[] _before = new long[LatencyHistogram.CountsLength];
    private long[] _next = new long[LatencyHistogram.CountsLength];
    private long _copied;
    private long _copiedNext;
    private long _turned;

    public void Restart()
    {
        Array.Clear(_before);
        Array.Clear(_next);
        (_copied, _copiedNext, _turned) = (0, 0, time.GetTimestamp());
    }

    /// <returns>Milliseconds; null where that were too few requests.</returns>
    public (double? P50, double? P99) GetPercentiles(LatencyHistogram latency)
    {
        if (time.GetElapsedTime(_turned) > Half)
        {
            (_before, _next, _copied) = (_next, _before, _copiedNext);
            (_copiedNext, _turned) = (latency.CopyTo(_next), time.GetTimestamp());
        }

        return (LatencySummary.GetRecentPercentile(latency, 0.5, _before, _copied), LatencySummary.GetRecentPercentile(latency, 0.99, _before, _copied));
    }
}
