using System.Numerics;

namespace TwoTier.Load.Metrics;

/// <summary>
/// Divides durations in nanoseconds into the buckets of a histogram, as HdrHistogram does: below 2,048 ns, a bucket is
/// 1 ns wide; above, each power of two (octave) has 1,024 equal buckets.
/// </summary>
internal static class HistogramLayout
{
    private const int OctaveBits = 10;
    private const int WideOctaves = 36;

    /// <summary>The number of buckets for each power of two.</summary>
    public const int BucketsPerOctave = 1 << OctaveBits;

    /// <summary>The number of octaves. The first one begins at 0.</summary>
    public const int OctaveCount = WideOctaves + 2;

    /// <summary>The total number of buckets.</summary>
    public const int BucketCount = OctaveCount * BucketsPerOctave;

    /// <summary>The longest duration that has a bucket of its own: 39 hours, in nanoseconds.</summary>
    public const long HighestValue = (1L << (OctaveBits + 1 + WideOctaves)) - 1;

    /// <summary>
    /// The number of buckets in HdrHistogram's sense: ranges of durations, each twice as long as the one before.
    /// </summary>
    public const int HdrBucketCount = WideOctaves + 1;

    /// <summary>
    /// The number of sub-buckets in HdrHistogram's sense: the equal parts into which each bucket is divided.
    /// </summary>
    public const int HdrSubBucketCount = 2 * BucketsPerOctave;

    /// <summary>
    /// Gets the index of the bucket of a duration. A duration beyond the longest one falls into the last bucket.
    /// </summary>
    public static int GetIndex(long nanoseconds)
    {
        var value = Math.Clamp(nanoseconds, 0, HighestValue);
        var shift = Math.Max(0, BitOperations.Log2((ulong)value) - OctaveBits);
        return (shift << OctaveBits) + (int)(value >> shift);
    }

    /// <summary>Gets the duration in the middle of a bucket, in nanoseconds.</summary>
    public static long GetBucketMiddle(int index)
    {
        var shift = Math.Max(0, (index >> OctaveBits) - 1);
        var low = (long)(index - (shift << OctaveBits)) << shift;
        return low + ((1L << shift) >> 1);
    }
}
