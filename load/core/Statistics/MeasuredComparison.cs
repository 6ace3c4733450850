namespace TwoTier.Load.Statistics;

/// <summary>The values of a metric that a comparison measured: for each variant, one value for each round.</summary>
internal sealed record MetricValues(string Name, IReadOnlyList<IReadOnlyList<double?>> ValuesByVariant)
{
    /// <summary>Whether ratios get verdicts, which widens all intervals a little, or only intervals.</summary>
    public bool HasVerdicts { get; init; } = true;
}

/// <summary>The values of all metrics. The replicate is the second measurement of the baseline.</summary>
internal sealed record MeasuredComparison(
    IReadOnlyList<string> Variants, int Baseline, int? Replicate, IReadOnlyList<MetricValues> Metrics)
{
    /// <summary>
    /// The variants of each round in the order of measurement; null if they were measured at the same time.
    /// </summary>
    public IReadOnlyList<int[]>? Order { get; init; }

    /// <summary>The process start of each round, as a number from 0; null if processes were started once.</summary>
    public IReadOnlyList<int>? ProcessStartByRound { get; init; }

    public IReadOnlyList<int> ComparedVariants =>
        [.. Enumerable.Range(0, Variants.Count).Where(variant => variant != Baseline && variant != Replicate)];

    /// <summary>
    /// Creates the series of the ratios of a variant to another one, or to the baseline, whose value in a round is the
    /// geometric mean of its two trials: that makes the intervals 13 % narrower than one trial would.
    /// </summary>
    public RatioSeries CreateSeries(MetricValues metric, int variant, int? other = null) =>
        RatioSeries.Create(
            Variants[variant],
            metric.Name,
            metric.ValuesByVariant[variant],
            other is { } index ? metric.ValuesByVariant[index] : GetBaselineValues(metric)) with
        {
            ProcessStartByRound = ProcessStartByRound?.Distinct().Count() > 1 ? ProcessStartByRound : null,
        };

    private IEnumerable<double?> GetBaselineValues(MetricValues metric) => Replicate is not { } replicate
        ? metric.ValuesByVariant[Baseline]
        : metric.ValuesByVariant[Baseline].Zip(metric.ValuesByVariant[replicate], (first, second) =>
            first > 0 && second > 0 ? Math.Sqrt(first.Value * second.Value) : (double?)null);
}
