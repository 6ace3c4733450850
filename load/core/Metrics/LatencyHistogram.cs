namespace TwoTier.Load.Metrics;

/// <summary>
/// A histogram of durations in nanoseconds with the bucket layout of HdrHistogram: 1,024 buckets per power of two,
/// which gives three significant digits (a percentile is off by at most 0.05 %). It takes 8 KiB for each power of two
/// in which a duration was recorded, at most 304 KiB for any number of requests. Count, mean, minimum and maximum are
/// exact. Thread-safe for concurrent recording.
/// </summary>
internal sealed class LatencyHistogram
{
    /// <summary>
    /// The minimum number of recorded durations that must exceed a quantile for the quantile to be supported.
    /// </summary>
    public const int MinDurationsAboveQuantile = 10;

    // The buckets of a power of two are allocated when the first duration falls into one of them.
    private readonly long[]?[] _octaves = new long[]?[HistogramLayout.OctaveCount];
    private long _count;
    private long _sum;
    private long _min = long.MaxValue;
    private long _max;

    /// <summary>The number of recorded durations.</summary>
    public long Count => Interlocked.Read(ref _count);

    /// <summary>The sum of the recorded durations, in nanoseconds.</summary>
    public long Sum => Interlocked.Read(ref _sum);

    /// <summary>The mean of the recorded durations, in nanoseconds; 0 if nothing was recorded.</summary>
    public double Mean => Count == 0 ? 0 : (double)Sum / Count;

    /// <summary>The shortest recorded duration, in nanoseconds; 0 if nothing was recorded.</summary>
    public long Min => Count == 0 ? 0 : Interlocked.Read(ref _min);

    /// <summary>The longest recorded duration, in nanoseconds; 0 if nothing was recorded.</summary>
    public long Max => Interlocked.Read(ref _max);

    /// <summary>Records a duration in the histogram.</summary>
    public void Record(TimeSpan duration) => Record(duration.Ticks * TimeSpan.NanosecondsPerTick);

    /// <summary>Records a duration, given in nanoseconds, in the histogram.</summary>
    public void Record(long nanoseconds)
    {
        Interlocked.Increment(ref GetCounter(HistogramLayout.GetIndex(nanoseconds)));
        Interlocked.Increment(ref _count);
        Interlocked.Add(ref _sum, nanoseconds);
        UpdateMinAndMax(nanoseconds, nanoseconds);
    }

    /// <summary>Adds all durations of another histogram to this one.</summary>
    public void Add(LatencyHistogram other) =>
        Add(other.GetCounts(), other.Sum, Interlocked.Read(ref other._min), other.Max);

    /// <summary>Adds durations that another histogram of the same layout has counted.</summary>
    public void Add(IEnumerable<(int Index, long Count)> counts, long sum, long min, long max)
    {
        foreach (var (index, count) in counts)
        {
            Interlocked.Add(ref GetCounter(index), count);
            Interlocked.Add(ref _count, count);
        }

        Interlocked.Add(ref _sum, sum);
        UpdateMinAndMax(min, max);
    }

    /// <summary>Gets a quantile: the duration that the given share of the requests did not exceed.</summary>
    /// <returns>The duration in nanoseconds; 0 if nothing was recorded.</returns>
    public long GetValueAtQuantile(double quantile) => GetValueAtRank(GetRank(quantile, Count), []);

    /// <summary>Gets a quantile that at least 10 of the recorded durations exceed.</summary>
    /// <returns>The duration in nanoseconds; null if fewer than 10 recorded durations are longer.</returns>
    public long? GetReliableQuantile(double quantile) =>
        GetCountAbove(quantile) < MinDurationsAboveQuantile ? null : GetValueAtQuantile(quantile);

    /// <summary>
    /// Gets the number of requests that took longer than a quantile. The more there are, the better the quantile is
    /// supported.
    /// </summary>
    public long GetCountAbove(double quantile) => Count - GetRank(quantile, Count);

    /// <summary>Copies the counts of all buckets of the histogram.</summary>
    public long CopyTo(Span<long> counts)
    {
        counts.Clear();
        var total = 0L;
        foreach (var (index, count) in GetCounts())
            total += counts[index] = count;
        return total;
    }

    /// <summary>
    /// Gets a quantile of the durations that were recorded after <see cref="CopyTo"/> copied the counts.
    /// </summary>
    public (long Value, long CountAbove) GetValueSince(double quantile, ReadOnlySpan<long> before, long copied)
    {
        var count = Count - copied;
        var rank = GetRank(quantile, count);
        return (GetValueAtRank(rank, before), count - rank);
    }

    /// <summary>
    /// Gets each bucket that is not empty, in ascending order: the middle of its range in nanoseconds, and its count.
    /// </summary>
    public IEnumerable<(long Value, long Count)> GetBuckets() => GetCounts()
        .Select(bucket => (Math.Clamp(HistogramLayout.GetBucketMiddle(bucket.Index), Min, Max), bucket.Count));

    /// <summary>Gets the index and the count of each bucket that is not empty, in ascending order.</summary>
    public IEnumerable<(int Index, long Count)> GetCounts()
    {
        for (var octave = 0; octave < _octaves.Length; octave++)
        {
            if (_octaves[octave] is not { } counters)
                continue;
            for (var i = 0; i < HistogramLayout.BucketsPerOctave; i++)
            {
                if (Interlocked.Read(ref counters[i]) is > 0 and var count)
                    yield return (octave * HistogramLayout.BucketsPerOctave + i, count);
            }
        }
    }

    // The product is rounded before the ceiling, because 0.999 × 1,000 is 999.0000000000001 in binary, which would give
    // rank 1,000.
    private static long GetRank(double quantile, long count) => (long)Math.Ceiling(Math.Round(quantile * count, 6));

    private long GetValueAtRank(long rank, ReadOnlySpan<long> excluded)
    {
        if (rank <= 0)
            return Math.Clamp(0, Min, Math.Max(Min, Max));
        var remaining = rank;
        for (var octave = 0; octave < _octaves.Length; octave++)
        {
            if (_octaves[octave] is not { } counters)
                continue;
            for (var i = 0; i < HistogramLayout.BucketsPerOctave; i++)
            {
                var index = octave * HistogramLayout.BucketsPerOctave + i;
                remaining -= Interlocked.Read(ref counters[i]) - (excluded.IsEmpty ? 0 : excluded[index]);
                if (remaining <= 0)
                    return Math.Clamp(HistogramLayout.GetBucketMiddle(index), Min, Math.Max(Min, Max));
            }
        }

        return Max;
    }

    private ref long GetCounter(int index)
    {
        ref var octave = ref _octaves[index / HistogramLayout.BucketsPerOctave];
        var counters = octave ?? Interlocked.CompareExchange(ref octave, Create(), null) ?? octave!;
        return ref counters[index % HistogramLayout.BucketsPerOctave];

        static long[] Create() => new long[HistogramLayout.BucketsPerOctave];
    }

    private void UpdateMinAndMax(long low, long high)
    {
        for (var seen = Interlocked.Read(ref _min); low < seen; seen = Interlocked.Read(ref _min))
            Interlocked.CompareExchange(ref _min, low, seen);
        for (var seen = Interlocked.Read(ref _max); high > seen; seen = Interlocked.Read(ref _max))
            Interlocked.CompareExchange(ref _max, high, seen);
    }
}
