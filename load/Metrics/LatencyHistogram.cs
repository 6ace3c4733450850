using System.Numerics;

namespace Load.Metrics;

/// <summary>
/// A histogram of durations in nanoseconds with the bucket layout of HdrHistogram: 1,024 buckets per power of two,
/// which gives three significant digits (a percentile is off by at most 0.05 %). It takes 240 KiB for any number of
/// requests. Count, mean, minimum and maximum are exact. Thread-safe for concurrent recording.
/// </summary>
internal sealed class LatencyHistogram
{
    private const int OctaveBits = 10;
    private const int Octave = 1 << OctaveBits;
    private const int Octaves = 28;

    /// <summary>
    /// The longest duration that has its own bucket: 549 s, in nanoseconds. The maximum stays exact for longer
    /// durations.
    /// </summary>
    public const long HighestTrackableValue = (1L << (OctaveBits + 1 + Octaves)) - 1;

    /// <summary>
    /// The number of buckets in HdrHistogram's sense: ranges of durations, each twice as long as the one before.
    /// </summary>
    public const int BucketCount = Octaves + 1;

    /// <summary>
    /// The number of sub-buckets in HdrHistogram's sense: the equal parts into which each bucket is divided.
    /// </summary>
    public const int SubBucketCount = 2 * Octave;

    /// <summary>The number of bucket counts that <see cref="CopyTo"/> writes.</summary>
    public const int CountsLength = (Octaves + 2) * Octave;

    private readonly long[] _counts = new long[CountsLength];
    private long _count;
    private long _sum;
    private long _min = long.MaxValue;
    private long _max;

    /// <summary>The number of recorded durations.</summary>
    public long Count => Interlocked.Read(ref _count);

    /// <summary>The mean of the recorded durations, in nanoseconds; 0 if nothing was recorded.</summary>
    public double Mean => Count == 0 ? 0 : (double)Interlocked.Read(ref _sum) / Count;

    /// <summary>The shortest recorded duration, in nanoseconds; 0 if nothing was recorded.</summary>
    public long Min => Count == 0 ? 0 : Interlocked.Read(ref _min);

    /// <summary>The longest recorded duration, in nanoseconds; 0 if nothing was recorded.</summary>
    public long Max => Interlocked.Read(ref _max);

    /// <summary>Records a duration in the histogram.</summary>
    public void Record(TimeSpan duration) => Record(duration.Ticks * TimeSpan.NanosecondsPerTick);

    /// <summary>Records a duration, given in nanoseconds, in the histogram.</summary>
    public void Record(long nanoseconds)
    {
        Interlocked.Increment(ref _counts[GetIndex(Math.Clamp(nanoseconds, 0, HighestTrackableValue))]);
        Interlocked.Increment(ref _count);
        Interlocked.Add(ref _sum, nanoseconds);
        UpdateMinAndMax(nanoseconds, nanoseconds);
    }

    /// <summary>Adds all durations of another histogram to this one.</summary>
    public void Add(LatencyHistogram other)
    {
        for (var i = 0; i < _counts.Length; i++)
            Interlocked.Add(ref _counts[i], Interlocked.Read(ref other._counts[i]));
        Interlocked.Add(ref _count, other.Count);
        Interlocked.Add(ref _sum, Interlocked.Read(ref other._sum));
        UpdateMinAndMax(Interlocked.Read(ref other._min), other.Max);
    }

    /// <summary>Gets a quantile: the duration that the given share of the requests did not exceed.</summary>
    /// <param name="quantile">The share of the requests, from 0 to 1.</param>
    /// <returns>The duration in nanoseconds; 0 if nothing was recorded.</returns>
    public long GetValueAtQuantile(double quantile) => GetValueAtRank(GetRank(quantile, Count), []);

    /// <summary>
    /// Gets the number of requests that took longer than a quantile. The more there are, the better the quantile is
    /// supported.
    /// </summary>
    /// <param name="quantile">The quantile, from 0 to 1.</param>
    public long GetCountAbove(double quantile) => Count - GetRank(quantile, Count);

    /// <summary>Copies the counts of all buckets of the histogram.</summary>
    /// <param name="counts">The destination. Its length is <see cref="CountsLength"/>.</param>
    /// <returns>The number of durations counted in the copy.</returns>
    public long CopyTo(Span<long> counts)
    {
        var total = 0L;
        for (var i = 0; i < _counts.Length; i++)
            total += counts[i] = Interlocked.Read(ref _counts[i]);
        return total;
    }

    /// <summary>
    /// Gets a quantile of the durations that were recorded after <see cref="CopyTo"/> copied the counts.
    /// </summary>
    /// <param name="quantile">The quantile, from 0 to 1.</param>
    /// <param name="before">The counts that were copied earlier.</param>
    /// <param name="copied">The number of durations counted in that copy.</param>
    /// <returns>
    /// The quantile in nanoseconds, and the number of requests recorded since the copy that took longer than the
    /// quantile.
    /// </returns>
    public (long Value, long CountAbove) GetValueSince(double quantile, ReadOnlySpan<long> before, long copied)
    {
        var count = Count - copied;
        var rank = GetRank(quantile, count);
        return (GetValueAtRank(rank, before), count - rank);
    }

    /// <summary>
    /// Gets each bucket that is not empty, in ascending order: the middle of its range in nanoseconds, and its count.
    /// </summary>
    public IEnumerable<(long Value, long Count)> GetBuckets() => _counts
        .Select((count, i) => (Math.Clamp(GetMiddle(i), Min, Max), count))
        .Where(bucket => bucket.count > 0);

    // The product is rounded before the ceiling, because 0.999 × 1,000 is 999.0000000000001 in binary, which would give
    // rank 1,000.
    private static long GetRank(double quantile, long count) => (long)Math.Ceiling(Math.Round(quantile * count, 6));

    private long GetValueAtRank(long rank, ReadOnlySpan<long> excluded)
    {
        var remaining = rank;
        for (var i = 0; i < _counts.Length; i++)
        {
            remaining -= Interlocked.Read(ref _counts[i]) - (excluded.IsEmpty ? 0 : excluded[i]);
            if (remaining <= 0)
                return Math.Clamp(GetMiddle(i), Min, Math.Max(Min, Max));
        }

        return Max;
    }

    private void UpdateMinAndMax(long low, long high)
    {
        for (var seen = Interlocked.Read(ref _min); low < seen; seen = Interlocked.Read(ref _min))
            Interlocked.CompareExchange(ref _min, low, seen);
        for (var seen = Interlocked.Read(ref _max); high > seen; seen = Interlocked.Read(ref _max))
            Interlocked.CompareExchange(ref _max, high, seen);
    }

    private static int GetIndex(long value)
    {
        var shift = Math.Max(0, BitOperations.Log2((ulong)value) - OctaveBits);
        return (shift << OctaveBits) + (int)(value >> shift);
    }

    private static long GetMiddle(int index)
    {
        var shift = Math.Max(0, (index >> OctaveBits) - 1);
        var low = (long)(index - (shift << OctaveBits)) << shift;
        return low + ((1L << shift) >> 1);
    }
}
