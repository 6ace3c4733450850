using Load.Metrics;
using Load.Results.Building;

namespace Load.Live;

/// <summary>
/// Calculates latency percentiles over the last 3 to 5 seconds, so that a long run shows its current state. It keeps
/// two copies of the counts that are left out and uses them in turns, so that nothing is allocated during a run.
/// </summary>
internal sealed class RecentLatency(TimeProvider time)
{
    // The percentiles cover one to two of these periods. A 99th percentile needs at least 1,000 requests in them.
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(2.5);

    private long[] _previous = new long[LatencyHistogram.CountsLength];
    private long[] _latest = new long[LatencyHistogram.CountsLength];
    private long _previousCount;
    private long _latestCount;
    private long _swapped;

    /// <summary>Starts again with an empty histogram.</summary>
    public void Restart()
    {
        Array.Clear(_previous);
        Array.Clear(_latest);
        (_previousCount, _latestCount, _swapped) = (0, 0, time.GetTimestamp());
    }

    /// <summary>The median and the 99th percentile in milliseconds, or null with too few requests.</summary>
    public (double? P50, double? P99) GetPercentiles(LatencyHistogram latency)
    {
        if (time.GetElapsedTime(_swapped) > Period)
        {
            (_previous, _latest, _previousCount) = (_latest, _previous, _latestCount);
            (_latestCount, _swapped) = (latency.CopyTo(_latest), time.GetTimestamp());
        }

        return (
            LatencySummary.GetRecentPercentile(latency, 0.5, _previous, _previousCount),
            LatencySummary.GetRecentPercentile(latency, 0.99, _previous, _previousCount));
    }
}
