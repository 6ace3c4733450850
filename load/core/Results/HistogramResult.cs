namespace TwoTier.Load.Results;

/// <summary>
/// A histogram of durations in nanoseconds, which can be added to others: the counts of equal buckets are added up, and
/// percentiles of the sum are those of all requests, within the width of a bucket.
/// </summary>
/// <param name="Count">The number of durations.</param>
/// <param name="SumNs">The sum of the durations, in nanoseconds.</param>
/// <param name="MinNs">The shortest duration, in nanoseconds.</param>
/// <param name="MaxNs">The longest duration, in nanoseconds.</param>
/// <param name="BucketsPerOctave">
/// The number of buckets for each power of two, k. Bucket i below 2k counts the durations of i nanoseconds. Any other
/// bucket counts those from (i - s × k) × 2^s nanoseconds on, in a width of 2^s, where s = i / k - 1, rounded down.
/// </param>
/// <param name="Buckets">
/// The buckets that are not empty, in ascending order and separated by spaces. Each is the distance of its index from
/// that of the bucket before (from 0 for the first), then a colon and its count. A count of 1 is left out, with its
/// colon.
/// </param>
internal sealed record HistogramResult(
    long Count, long SumNs, long MinNs, long MaxNs, int BucketsPerOctave, string Buckets)
{
    internal static HistogramResult? Create(LatencyHistogram histogram)
    {
        if (histogram.Count == 0)
            return null;
        var (text, last) = (new StringBuilder(), 0);
        foreach (var (index, count) in histogram.GetCounts())
        {
            text.Append(CultureInfo.InvariantCulture, $"{(text.Length > 0 ? " " : "")}{index - last}");
            if (count > 1)
                text.Append(CultureInfo.InvariantCulture, $":{count}");
            last = index;
        }

        return new HistogramResult(
            histogram.Count,
            histogram.Sum,
            histogram.Min,
            histogram.Max,
            HistogramLayout.BucketsPerOctave,
            text.ToString());
    }

    /// <exception cref="FormatException">The buckets cannot be read, or contradict the counts.</exception>
    internal void AddTo(LatencyHistogram histogram)
    {
        (int Index, long Count)[] counts = [.. ParseBuckets()];
        if (BucketsPerOctave != HistogramLayout.BucketsPerOctave
            || counts.Any(bucket => bucket.Index is < 0 or >= HistogramLayout.BucketCount)
            || counts.Sum(bucket => (decimal)bucket.Count) != Count
            || MinNs < 0 || HistogramLayout.GetIndex(MinNs) != counts[0].Index
            || HistogramLayout.GetIndex(MaxNs) != counts[^1].Index
            || SumNs < (decimal)MinNs * Count || SumNs > (decimal)MaxNs * Count)
        {
            throw new FormatException("has a histogram whose buckets and counts contradict each other");
        }

        histogram.Add(counts, SumNs, MinNs, MaxNs);
    }

    private IEnumerable<(int Index, long Count)> ParseBuckets()
    {
        var index = 0;
        foreach (var bucket in Buckets.Split(' '))
        {
            var parts = bucket.Split(':', 2);
            index += int.Parse(parts[0], NumberStyles.None, CultureInfo.InvariantCulture);
            var count = parts is [_, var text] ? long.Parse(text, NumberStyles.None, CultureInfo.InvariantCulture) : 1;
            yield return (index, count);
        }
    }
}
