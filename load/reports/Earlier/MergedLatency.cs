namespace TwoTier.Load.Reports.Earlier;

/// <summary>Merges latency distributions by adding up their histograms.</summary>
internal static class MergedLatency
{
    /// <summary>
    /// Merges the latency distributions of several results. Returns null unless every result has a distribution.
    /// </summary>
    /// <returns>
    /// The distribution of all requests; null if one of the results has no distribution. Percentiles are missing if one
    /// of the results has responses but no histogram, because its file predates histograms.
    /// </returns>
    public static LatencyResult? Merge(IReadOnlyList<LatencyResult?> latencies) =>
        latencies.Any(latency => latency is null) ? null : MergeExisting(latencies);

    /// <summary>
    /// Merges the latency distributions of several results, and ignores results without a distribution.
    /// </summary>
    /// <returns>The distribution of all requests; null if no result has a distribution.</returns>
    public static LatencyResult? MergeExisting(IEnumerable<LatencyResult?> latencies)
    {
        LatencyResult[] existing = [.. latencies.OfType<LatencyResult>()];
        if (existing.Length == 0)
            return null;
        var clock = existing.All(latency => latency.Clock == existing[0].Clock) ? existing[0].Clock : "mixed";
        if (existing.Any(latency => latency is { Histogram: null, Mean: not null }))
        {
            var (min, max) = (existing.Min(latency => latency.Min), existing.Max(latency => latency.Max));
            return new LatencyResult(min, null, max, null, null, null, null, null, [], Clock: clock);
        }

        var histogram = new LatencyHistogram();
        foreach (var latency in existing)
            latency.Histogram?.AddTo(histogram);
        return LatencySummary.Summarize(histogram, clock);
    }
}
