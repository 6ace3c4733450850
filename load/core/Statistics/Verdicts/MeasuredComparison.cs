namespace TwoTier.Load.Statistics.Verdicts;

/// <summary>The values of a metric that a comparison measured.</summary>
internal sealed record MetricValues(string Name, IReadOnlyList<IReadOnlyList<double?>> ValuesByVariant)
{
    /// <summary>
    /// Whether ratios of this metric get verdicts. Each metric with verdicts widens all intervals a little; other
    /// metrics only get intervals.
    /// </summary>
    public bool HasVerdicts { get; init; } = true;
}

/// <summary>The values that a comparison measured, in the order of the rounds.</summary>
internal sealed record MeasuredComparison(
    IReadOnlyList<string> Variants, int Baseline, int? Replicate, IReadOnlyList<MetricValues> Metrics)
{
    /// <summary>
    /// For each round, the indices of the variants in the order of measurement; null if they were measured at the same
    /// time.
    /// </summary>
    public IReadOnlyList<int[]>? Order { get; init; }

    /// <summary>The process start of each round, as a number from 0; null if processes were started once.</summary>
    public IReadOnlyList<int>? ProcessStartByRound { get; init; }

    /// <summary>The indices of the variants that are compared with the baseline.</summary>
    public IReadOnlyList<int> ComparedVariants =>
        [.. Enumerable.Range(0, Variants.Count).Where(variant => variant != Baseline && variant != Replicate)];

    /// <summary>
    /// Creates the series of the ratios of a variant to the baseline, with one ratio for each round. The baseline's
    /// value in a round is the geometric mean of its two trials, which makes the intervals 13 % narrower than one trial
    /// would.
    /// </summary>
    public RatioSeries CreateSeries(MetricValues metric, int variant) =>
        CreateSeries(metric, variant, GetBaselineValues(metric));

    /// <summary>Creates the series of the ratios of two variants, with one ratio for each round.</summary>
    public RatioSeries CreateSeries(MetricValues metric, int variant, int other) =>
        CreateSeries(metric, variant, metric.ValuesByVariant[other]);

    private RatioSeries CreateSeries(MetricValues metric, int variant, IEnumerable<double?> divisors) =>
        RatioSeries.Create(Variants[variant], metric.Name, metric.ValuesByVariant[variant], divisors) with
        {
            ProcessStartByRound = ProcessStartByRound is { Count: > 0 } && ProcessStartByRound.Distinct().Count() > 1
                ? ProcessStartByRound : null,
        };

    private IEnumerable<double?> GetBaselineValues(MetricValues metric) => Replicate is not { } replicate
        ? metric.ValuesByVariant[Baseline]
        : metric.ValuesByVariant[Baseline].Zip(metric.ValuesByVariant[replicate], (first, second) =>
            first > 0 && second > 0 ? Math.Sqrt(first.Value * second.Value) : (double?)null);
}
