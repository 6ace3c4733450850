namespace TwoTier.Load.Events;

/// <summary>
/// Calculates latency percentiles over the last 2.5 to 5 seconds, so that the events show the current latency even
/// in a long run. It subtracts an earlier copy of the histogram counts from the current counts. Two buffers for these
/// copies are used alternately, so that nothing is allocated during a run.
/// </summary>
internal sealed class RecentLatency(TimeProvider time)
{
    // The recent percentiles cover one to two periods of 2.5 seconds. A 99th percentile needs at least 1,000 requests
    // in the time that it covers.
    private static readonly TimeSpan ShortestCoveredTime = TimeSpan.FromSeconds(2.5);

    private long[] _previousBuckets = new long[HistogramLayout.BucketCount];
    private long[] _latestBuckets = new long[HistogramLayout.BucketCount];
    private long _previousCount;
    private long _latestCount;
    private long _buffersSwappedAt;

    public void Restart()
    {
        Array.Clear(_previousBuckets);
        Array.Clear(_latestBuckets);
        (_previousCount, _latestCount, _buffersSwappedAt) = (0, 0, time.GetTimestamp());
    }

    public (double? P50, double? P99) GetPercentiles(LatencyHistogram latency)
    {
        if (time.GetElapsedTime(_buffersSwappedAt) > ShortestCoveredTime)
        {
            (_previousBuckets, _latestBuckets, _previousCount) = (_latestBuckets, _previousBuckets, _latestCount);
            (_latestCount, _buffersSwappedAt) = (latency.CopyTo(_latestBuckets), time.GetTimestamp());
        }

        return (
            LatencyResult.GetRecentPercentile(latency, 0.5, _previousBuckets, _previousCount),
            LatencyResult.GetRecentPercentile(latency, 0.99, _previousBuckets, _previousCount));
    }
}
