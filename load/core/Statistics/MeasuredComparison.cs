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
    /// <summary>The process start of each round, as a number from 0; null if processes were started once.</summary>
    public IReadOnlyList<int>? ProcessStartByRound { get; init; }

    /// <summary>The variants whose process is not that of the baseline.</summary>
    public IReadOnlyCollection<int> InOtherProcesses { get; init; } = [];

    public IReadOnlyList<int> ComparedVariants =>
        [.. Enumerable.Range(0, Variants.Count).Where(variant => variant != Baseline && variant != Replicate)];

    /// <summary>
    /// Creates the series of the ratios of a variant to another one, or to the baseline, whose value in a round is the
    /// geometric mean of its two trials: that makes the intervals 13 % narrower than one trial would.
    /// </summary>
    public RatioSeries CreateSeries(MetricValues metric, int variant, int? other = null)
    {
        var baseline = other is { } index ? metric.ValuesByVariant[index] : GetBaselineValues(metric);
        return new RatioSeries(
            Variants[variant],
            metric.Name,
            [
                .. metric.ValuesByVariant[variant].Zip(baseline, (value, divisor) =>
                    value > 0 && divisor > 0 ? Math.Log(value.Value / divisor.Value) : (double?)null),
            ],
            ProcessStartByRound)
        {
            IsOfOtherProcess = InOtherProcesses.Contains(variant),
        };
    }

    private IEnumerable<double?> GetBaselineValues(MetricValues metric) => Replicate is not { } replicate
        ? metric.ValuesByVariant[Baseline]
        : metric.ValuesByVariant[Baseline].Zip(metric.ValuesByVariant[replicate], (first, second) =>
            first > 0 && second > 0 ? Math.Sqrt(first.Value * second.Value) : (double?)null);
}

/// <summary>
/// The log ratio of a variant to the baseline in each round; null in a round in which one was not measured.
/// </summary>
internal sealed record RatioSeries(
    string Variant, string Metric, IReadOnlyList<double?> LogsByRound, IReadOnlyList<int>? ProcessStartByRound = null)
{
    /// <summary>Whether the process of the variant is not that of the baseline.</summary>
    public bool IsOfOtherProcess { get; init; }

    /// <summary>Whether too few starts are known to tell the variant from the start of its process.</summary>
    public bool NeedsStarts => IsOfOtherProcess
        && (ProcessStartByRound?.Distinct().Count() ?? 1) < StartEffect.NeededStarts;

    public double[] LogRatios { get; } = [.. LogsByRound.OfType<double>()];

    /// <summary>The mean log ratio of each process start; null if processes were started once.</summary>
    public double[]? LogsByStart => field ??= ProcessStartByRound is null ? null :
    [
        .. LogsByRound.Zip(ProcessStartByRound)
            .Where(round => round.First is not null)
            .GroupBy(round => round.Second, round => round.First!.Value)
            .Select(start => start.Average()),
    ];

    /// <summary>Whether the starts are the units of the estimate, and not the rounds.</summary>
    public bool HasStartsAsUnits => IsOfOtherProcess && ProcessStartByRound is not null;

    /// <summary>
    /// The estimated ratio: from rounds or, for a variant of another process, from the mean of each start (Kalibera and
    /// Jones, 2013), because a process may be faster or slower than another one for as long as it lives.
    /// </summary>
    public GeometricMean Estimate => field ??= HasStartsAsUnits
        ? GeometricMean.FromLogs(LogsByStart!)
        : GeometricMean.FromRoundLogs(LogRatios);
}
