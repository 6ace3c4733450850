namespace TwoTier.Load.Statistics;

/// <summary>The values of a metric that a comparison measured: for each variant, one value for each round.</summary>
internal sealed record MetricValues(string Name, IReadOnlyList<IReadOnlyList<double?>> ValuesByVariant)
{
    /// <summary>What each value is a mean over, such as requests; null if all values count the same.</summary>
    public IReadOnlyList<IReadOnlyList<double?>>? WeightsByVariant { get; init; }

    /// <summary>Whether ratios get verdicts, which widens all intervals a little, or only intervals.</summary>
    public bool HasVerdicts { get; init; } = true;

    /// <summary>Gets, by round, value times weight, such as the CPU time of all requests.</summary>
    public IEnumerable<WeightedSum?> GetSums(int variant) => ValuesByVariant[variant].Select((value, round) =>
    {
        var weight = WeightsByVariant is null ? 1 : WeightsByVariant[variant][round];
        return value is { } mean && weight is > 0 and var count
            ? new WeightedSum(mean * count, count)
            : (WeightedSum?)null;
    });
}

/// <summary>A sum over rounds, such as CPU time, and what it is divided by, such as requests.</summary>
internal readonly record struct WeightedSum(double Sum, double Weight)
{
    public double Mean => Sum / Weight;

    public static WeightedSum operator +(WeightedSum one, WeightedSum other) =>
        new(one.Sum + other.Sum, one.Weight + other.Weight);
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
    /// Creates the series of a variant and another one, or the baseline, whose value in a round is that of its two
    /// trials together: that makes the intervals 13 % narrower than one trial would.
    /// </summary>
    public RatioSeries CreateSeries(MetricValues metric, int variant, int? other = null)
    {
        var divisors = other is null && Replicate is { } replicate
            ? metric.GetSums(Baseline).Zip(metric.GetSums(replicate), (first, second) => first + second)
            : metric.GetSums(other ?? Baseline);
        return new RatioSeries(
            Variants[variant],
            metric.Name,
            [
                .. metric.GetSums(variant).Zip(divisors, (own, divisor) =>
                    own is { } value && divisor is { } by ? (value, by) : ((WeightedSum, WeightedSum)?)null),
            ],
            ProcessStartByRound)
        {
            IsOfOtherProcess = InOtherProcesses.Contains(variant),
        };
    }
}
