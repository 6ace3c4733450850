using System.Numerics;

namespace Load.Metrics;

/// <summary>
/// Counts of durations in nanoseconds, in the manner of HdrHistogram: 1,024 buckets per octave, so 3 significant
/// digits (a percentile is off by 0.05 % at most), in 240 KiB whatever the number of requests. Any number of threads
/// may record. Count, mean, minimum and maximum are exact.
/// </summary>
internal sealed class LatencyHistogram
{
    private const int OctaveBits = 10;
    private const int Octave = 1 << OctaveBits;
    private const int Octaves = 28;

    /// <summary>549 s; what is longer counts as this, though the maximum stays exact.</summary>
    public const long HighestTrackableValue = (1L << (OctaveBits + 1 + Octaves)) - 1;

    /// <summary>In HdrHistogram's words: ranges, each twice as long as the one before it,</summary>
    public const int BucketCount = Octaves + 1;

    /// <summary>and the parts of each.</summary>
    public const int SubBucketCount = 2 * Octave;

    /// <summary>Of a copy of the counts.</summary>
    public const int BucketTotal = (Octaves + 2) * Octave;

    private readonly long[] _counts = new long[BucketTotal];
    private long _count;
    private long _sum;
    private long _min = long.MaxValue;
    private long _max;

    public long Count => Interlocked.Read(ref _count);

    public double Mean => Count == 0 ? 0 : (double)Interlocked.Read(ref _sum) / Count;

    public long Min => Count == 0 ? 0 : Interlocked.Read(ref _min);

    public long Max => Interlocked.Read(ref _max);

    public void Record(TimeSpan duration) => Record(duration.Ticks * TimeSpan.NanosecondsPerTick);

    public void Record(long nanoseconds)
    {
        Interlocked.Increment(ref _counts[GetIndex(Math.Clamp(nanoseconds, 0, HighestTrackableValue))]);
        Interlocked.Increment(ref _count);
        Interlocked.Add(ref _sum, nanoseconds);
        UpdateMinAndMax(nanoseconds, nanoseconds);
    }

    public void Add(LatencyHistogram other)
    {
        for (var i = 0; i < _counts.Length; i++)
            Interlocked.Add(ref _counts[i], Interlocked.Read(ref other._counts[i]));
        Interlocked.Add(ref _count, other.Count);
        Interlocked.Add(ref _sum, Interlocked.Read(ref other._sum));
        UpdateMinAndMax(Interlocked.Read(ref other._min), other.Max);
    }

    /// <summary>The duration that this share of the requests (0 to 1) took at most; 0 without requests.</summary>
    public long GetValueAtQuantile(double quantile) => GetValueAtRank(GetRank(quantile, Count), []);

    /// <summary>How many requests took longer than <see cref="GetValueAtQuantile"/> says: the percentile's evidence.</summary>
    public long GetCountAbove(double quantile) => Count - GetRank(quantile, Count);

    /// <returns>How many have been copied.</returns>
    public long CopyTo(Span<long> counts)
    {
        var all = 0L;
        for (var i = 0; i < _counts.Length; i++)
            all += counts[i] = Interlocked.Read(ref _counts[i]);
        return all;
    }

    /// <summary>The same of the requests that came after a copy was made.</summary>
    /// <param name="quantile">0 to 1.</param>
    /// <param name="before">The copy.</param>
    /// <param name="copied">How many it has.</param>
    public (long Value, long Beyond) GetValueSince(double quantile, ReadOnlySpan<long> before, long copied)
    {
        var count = Count - copied;
        var rank = GetRank(quantile, count);
        return (GetValueAtRank(rank, before), count - rank);
    }

    /// <summary>The buckets that hold something, in ascending order: their middle, and how many.</summary>
    public IEnumerable<(long Value, long Count)> GetBuckets() => _counts
        .Select((count, i) => (Math.Clamp(GetMiddle(i), Min, Max), count))
        .Where(bucket => bucket.count > 0);

    // Rounded first: 0.999 × 1,000 is 999.0000000000001 in binary, and the next rank up in truth is another request.
    private static long GetRank(double quantile, long count) => (long)Math.Ceiling(Math.Round(quantile * count, 6));

    private long GetValueAtRank(long left, ReadOnlySpan<long> without)
    {
        for (var i = 0; i < _counts.Length; i++)
        {
            left -= Interlocked.Read(ref _counts[i]) - (without.IsEmpty ? 0 : without[i]);
            if (left <= 0)
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
