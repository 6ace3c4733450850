using System.Numerics;

namespace TwoTier.Load.Statistics;

/// <summary>
/// A histogram of durations in nanoseconds with the bucket layout of HdrHistogram: 1,024 buckets per power of two,
/// which gives three significant digits (a percentile is off by at most 0.05 %). It takes 512 bytes for each part of
/// 128 buckets in which a duration was recorded, at most 154 KiB for any number of requests. Count, mean, minimum and
/// maximum are exact. One thread records; others may read at the same time.
/// </summary>
internal sealed class LatencyHistogram
{
    /// <summary>With fewer durations above it, a quantile is not supported.</summary>
    public const int MinDurationsAboveQuantile = 10;

    // The buckets are allocated in parts, when the first duration falls into a part. A comparison keeps hundreds of
    // histograms, and the slowest requests of each are in many octaves.
    private const int BucketsPerPart = HistogramLayout.BucketsPerOctave / 8;

    // A bucket counts up to 4 billion requests: two days of 25,000 a second, all with the same latency.
    private readonly uint[]?[] _parts = new uint[]?[HistogramLayout.BucketCount / BucketsPerPart];
    private long _count;
    private long _sum;
    private long _min = long.MaxValue;
    private long _max;

    public long Count => Volatile.Read(ref _count);

    public long Sum => Volatile.Read(ref _sum);

    /// <summary>In nanoseconds, as the following; 0 if nothing was recorded.</summary>
    public double Mean => Count == 0 ? 0 : (double)Sum / Count;

    public long Min => Count == 0 ? 0 : Volatile.Read(ref _min);

    public long Max => Volatile.Read(ref _max);

    public void Record(TimeSpan duration) => Record(duration.Ticks * TimeSpan.NanosecondsPerTick);

    public void Record(long nanoseconds)
    {
        GetCounter(HistogramLayout.GetIndex(nanoseconds))++;
        _sum += nanoseconds;
        _min = Math.Min(_min, nanoseconds);
        _max = Math.Max(_max, nanoseconds);
        Volatile.Write(ref _count, _count + 1);
    }

    public void Add(LatencyHistogram other) =>
        Add(other.GetCounts(), other.Sum, Volatile.Read(ref other._min), other.Max);

    /// <summary>Adds two histograms, either of which may be missing, and may add to the first one.</summary>
    public static LatencyHistogram? Combine(LatencyHistogram? whole, LatencyHistogram? part)
    {
        if (part is null)
            return whole;
        whole ??= new LatencyHistogram();
        whole.Add(part);
        return whole;
    }

    public void Add(IEnumerable<(int Index, long Count)> counts, long sum, long min, long max)
    {
        foreach (var (index, count) in counts)
        {
            ref var counter = ref GetCounter(index);
            counter = (uint)Math.Min(uint.MaxValue, counter + count);
            _count += count;
        }

        _sum += sum;
        (_min, _max) = (Math.Min(_min, min), Math.Max(_max, max));
    }

    /// <summary>Gets the duration in nanoseconds that the given share of the requests did not exceed, or 0.</summary>
    public long GetValueAtQuantile(double quantile)
    {
        var remaining = GetRank(quantile);
        if (remaining <= 0)
            return Min;
        foreach (var (index, count) in GetCounts())
        {
            remaining -= count;
            if (remaining <= 0)
                return Math.Clamp(HistogramLayout.GetBucketMiddle(index), Min, Math.Max(Min, Max));
        }

        return Max;
    }

    /// <summary>Gets a quantile in nanoseconds; null if fewer than 10 of the recorded durations exceed it.</summary>
    public long? GetReliableQuantile(double quantile) =>
        GetCountAbove(quantile) < MinDurationsAboveQuantile ? null : GetValueAtQuantile(quantile);

    public long GetCountAbove(double quantile) => Count - GetRank(quantile);

    /// <summary>Counts the durations in higher buckets than that of a duration.</summary>
    public long GetCountAbove(long nanoseconds)
    {
        var index = HistogramLayout.GetIndex(nanoseconds);
        return GetCounts().Where(bucket => bucket.Index > index).Sum(bucket => bucket.Count);
    }

    /// <summary>Gets each bucket that is not empty, in ascending order.</summary>
    public IEnumerable<(int Index, long Count)> GetCounts()
    {
        for (var part = 0; part < _parts.Length; part++)
        {
            if (_parts[part] is not { } counters)
                continue;
            for (var i = 0; i < BucketsPerPart; i++)
            {
                if (Volatile.Read(ref counters[i]) is > 0 and var count)
                    yield return (part * BucketsPerPart + i, count);
            }
        }
    }

    // The product is rounded before the ceiling, because 0.999 × 1,000 is 999.0000000000001 in binary, which would give
    // rank 1,000.
    private long GetRank(double quantile) => (long)Math.Ceiling(Math.Round(quantile * Count, 6));

    private ref uint GetCounter(int index)
    {
        ref var part = ref _parts[index / BucketsPerPart];
        part ??= new uint[BucketsPerPart];
        return ref part[index % BucketsPerPart];
    }
}

/// <summary>
/// Divides durations in nanoseconds into the buckets of a histogram, as HdrHistogram does: below 2,048 ns, a bucket is
/// 1 ns wide; above, each power of two (octave) has 1,024 equal buckets.
/// </summary>
internal static class HistogramLayout
{
    private const int OctaveBits = 10;
    private const int WideOctaves = 36;

    public const int BucketsPerOctave = 1 << OctaveBits;

    public const int BucketCount = (WideOctaves + 2) * BucketsPerOctave;

    /// <summary>The longest duration that has a bucket of its own: 39 hours, in nanoseconds.</summary>
    public const long HighestValue = (1L << (OctaveBits + 1 + WideOctaves)) - 1;

    /// <summary>A duration beyond the longest one falls into the last bucket.</summary>
    public static int GetIndex(long nanoseconds)
    {
        var value = Math.Clamp(nanoseconds, 0, HighestValue);
        var shift = Math.Max(0, BitOperations.Log2((ulong)value) - OctaveBits);
        return (shift << OctaveBits) + (int)(value >> shift);
    }

    public static long GetBucketMiddle(int index)
    {
        var shift = Math.Max(0, (index >> OctaveBits) - 1);
        var low = (long)(index - (shift << OctaveBits)) << shift;
        return low + ((1L << shift) >> 1);
    }
}
