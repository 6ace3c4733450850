using System.Numerics;

namespace Load.Metrics;

/// <summary>
/// A histogram of durations in nanoseconds with the bucket layout of HdrHistogram: 1,024 buckets per power of two,
/// which is three significant digits (a percentile is off by 0.05 % at most). It takes 240 KiB for any number of
/// requests. Count, mean, minimum and maximum are exact. Threads may record concurrently.
/// </summary>
internal sealed class LatencyHistogram
{
    private const int OctaveBits = 10;
    private const int Octave = 1 << OctaveBits;
    private const int Octaves = 28;

    /// <summary>The longest duration with a bucket of its own: 549 s. The maximum stays exact beyond it.</summary>
    public const long HighestTrackableValue = (1L << (OctaveBits + 1 + Octaves)) - 1;

    /// <summary>The number of buckets as HdrHistogram counts them: ranges that double in length.</summary>
    public const int BucketCount = Octaves + 1;

    /// <summary>The number of sub-buckets as HdrHistogram counts them: the equal parts of each bucket.</summary>
    public const int SubBucketCount = 2 * Octave;

    /// <summary>The number of counts that <see cref="CopyTo"/> writes.</summary>
    public const int CountsLength = (Octaves + 2) * Octave;

    private readonly long[] _counts = new long[CountsLength];
    private long _count;
    private long _sum;
    private long _min = long.MaxValue;
    private long _max;

    /// <summary>The number of recorded durations.</summary>
    public long Count => Interlocked.Read(ref _count);

    /// <summary>The mean, in nanoseconds; 0 if nothing was recorded.</summary>
    public double Mean => Count == 0 ? 0 : (double)Interlocked.Read(ref _sum) / Count;

    /// <summary>The shortest duration, in nanoseconds; 0 if nothing was recorded.</summary>
    public long Min => Count == 0 ? 0 : Interlocked.Read(ref _min);

    /// <summary>The longest duration, in nanoseconds; 0 if nothing was recorded.</summary>
    public long Max => Interlocked.Read(ref _max);

    /// <summary>Records a duration.</summary>
    public void Record(TimeSpan duration) => Record(duration.Ticks * TimeSpan.NanosecondsPerTick);

    /// <summary>Records a duration in nanoseconds.</summary>
    public void Record(long nanoseconds)
    {
        Interlocked.Increment(ref _counts[GetIndex(Math.Clamp(nanoseconds, 0, HighestTrackableValue))]);
        Interlocked.Increment(ref _count);
        Interlocked.Add(ref _sum, nanoseconds);
        UpdateMinAndMax(nanoseconds, nanoseconds);
    }

    /// <summary>Adds everything that another histogram recorded.</summary>
    public void Add(LatencyHistogram other)
    {
        for (var i = 0; i < _counts.Length; i++)
            Interlocked.Add(ref _counts[i], Interlocked.Read(ref other._counts[i]));
        Interlocked.Add(ref _count, other.Count);
        Interlocked.Add(ref _sum, Interlocked.Read(ref other._sum));
        UpdateMinAndMax(Interlocked.Read(ref other._min), other.Max);
    }

    /// <summary>Gets the duration that a share of the requests did not exceed.</summary>
    /// <param name="quantile">The share, from 0 to 1.</param>
    /// <returns>The duration in nanoseconds; 0 if nothing was recorded.</returns>
    public long GetValueAtQuantile(double quantile) => GetValueAtRank(GetRank(quantile, Count), []);

    /// <summary>
    /// Gets the number of requests above a quantile, which is the evidence that the quantile rests on.
    /// </summary>
    /// <param name="quantile">The quantile, from 0 to 1.</param>
    public long GetCountAbove(double quantile) => Count - GetRank(quantile, Count);

    /// <summary>Copies the counts of all buckets.</summary>
    /// <param name="counts">The destination, <see cref="CountsLength"/> long.</param>
    /// <returns>The number of durations in the copy.</returns>
    public long CopyTo(Span<long> counts)
    {
        var total = 0L;
        for (var i = 0; i < _counts.Length; i++)
            total += counts[i] = Interlocked.Read(ref _counts[i]);
        return total;
    }

    /// <summary>Gets a quantile of the durations that were recorded after the counts had been copied.</summary>
    /// <param name="quantile">The quantile, from 0 to 1.</param>
    /// <param name="before">The copied counts.</param>
    /// <param name="copied">The number of durations in the copy.</param>
    /// <returns>The duration in nanoseconds, and the number of later requests that took longer.</returns>
    public (long Value, long CountAbove) GetValueSince(double quantile, ReadOnlySpan<long> before, long copied)
    {
        var count = Count - copied;
        var rank = GetRank(quantile, count);
        return (GetValueAtRank(rank, before), count - rank);
    }

    /// <summary>Gets the middle and the count of each bucket that is not empty, in ascending order.</summary>
    public IEnumerable<(long Value, long Count)> GetBuckets() => _counts
        .Select((count, i) => (Math.Clamp(GetMiddle(i), Min, Max), count))
        .Where(bucket => bucket.count > 0);

    // Rounded first, because 0.999 × 1,000 is 999.0000000000001 in binary, which would give the next rank.
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
