namespace TwoTier.Load.Statistics.Verdicts;

/// <summary>The ratios of all variants to the baseline, for one metric.</summary>
internal sealed class MetricRatios
{
    public MetricRatios(MeasuredComparison comparison, MetricValues values)
    {
        Values = values;
        ComparedVariants = comparison.ComparedVariants.Count;
        Ratios =
        [
            .. comparison.ComparedVariants
                .Select(variant => comparison.CreateSeries(values, variant))
                .Where(series => series.LogRatios.Length > 0),
        ];
        Control = comparison.Replicate is { } replicate
            && comparison.CreateSeries(values, replicate, comparison.Baseline) is { LogRatios.Length: > 0 } control
            ? control
            : null;
        Estimator = new RoundEstimator(
            [.. Ratios.Append(Control).OfType<RatioSeries>().Select(series => series.LogRatios)]);
    }

    /// <summary>The values of the metric.</summary>
    public MetricValues Values { get; }

    /// <summary>The number of variants that are compared, including those that could not be measured.</summary>
    public int ComparedVariants { get; }

    /// <summary>The ratio of each variant that was measured in at least one round.</summary>
    public IReadOnlyList<RatioSeries> Ratios { get; }

    /// <summary>The ratio of the baseline to itself; null if it was not measured.</summary>
    public RatioSeries? Control { get; }

    /// <summary>The estimator for the ratios of all variants.</summary>
    public RoundEstimator Estimator { get; }
}
