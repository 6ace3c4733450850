namespace TwoTier.Load.Statistics;

/// <summary>A quantity whose ratio to that of the baseline a comparison gives.</summary>
internal enum ComparedMetric
{
    /// <summary>Successful responses per second of busy time: more is better.</summary>
    Throughput,

    /// <summary>CPU time of the target for each request: less is better, as for all that follow.</summary>
    CpuTime,

    /// <summary>Bytes that the target allocates for each request.</summary>
    Allocation,

    /// <summary>The median latency, and the 99th percentile.</summary>
    P50,
    P99,
}

internal static class ComparedMetrics
{
    public static IReadOnlyList<ComparedMetric> All { get; } = Enum.GetValues<ComparedMetric>();

    extension(ComparedMetric metric)
    {
        /// <summary>The percentile of the latency, from 0 to 1; null for a quotient of two sums.</summary>
        public double? Quantile => metric switch
        {
            ComparedMetric.P50 => 0.5,
            ComparedMetric.P99 => 0.99,
            _ => null,
        };

        /// <summary>
        /// Whether ratios get a verdict. Percentiles get an interval alone: each metric with verdicts widens all
        /// intervals a little.
        /// </summary>
        public bool HasVerdicts => metric.Quantile is null;

        /// <summary>The name in thresholds.</summary>
        public string OptionName => metric == ComparedMetric.CpuTime ? "cpu" : $"{metric}".ToLowerInvariant();
    }
}
