namespace TwoTier.Load.Statistics;

/// <summary>
/// The log ratio of one variant to the baseline in each round, for one metric; null in a round in which one of them was
/// not measured.
/// </summary>
internal sealed record RatioSeries(string Variant, string Metric, IReadOnlyList<double?> LogsByRound)
{
    /// <summary>The log ratios of the rounds in which the variant and the baseline were measured.</summary>
    public double[] LogRatios { get; } = [.. LogsByRound.OfType<double>()];

    /// <summary>
    /// The process start to which each round belongs, as a number from 0; null if processes were started once.
    /// </summary>
    public IReadOnlyList<int>? ProcessStartByRound { get; init; }

    /// <summary>Creates the series of a variant's ratio to the baseline.</summary>
    public static RatioSeries Create(
        string variant, string metric, IEnumerable<double?> values, IEnumerable<double?> baseline) => new(
        variant,
        metric,
        [.. values.Zip(baseline, (v, b) => v > 0 && b > 0 ? Math.Log(v.Value / b.Value) : (double?)null)]);

    /// <summary>
    /// Groups the measured rounds by process start. Each round is returned as its number since the start, and its log
    /// ratio.
    /// </summary>
    public IReadOnlyList<(int Round, double Log)[]> GroupByStart() =>
    [
        .. LogsByRound.Index()
            .GroupBy(round => ProcessStartByRound?[round.Index] ?? 0, round => round.Item)
            .Select(start => start.Index()
                .Where(round => round.Item is not null)
                .Select(round => (round.Index, round.Item!.Value))
                .ToArray())
            .Where(start => start.Length > 0),
    ];

    /// <summary>Gets the process starts; null if the processes were started once.</summary>
    public ProcessStartVariance? GetProcessStartVariance() => ProcessStartByRound is null
        ? null
        : new ProcessStartVariance([.. GroupByStart().Select(start => start.Select(round => round.Log).ToArray())]);

    /// <summary>Estimates the ratio from its process starts, or from its rounds if processes were started once.</summary>
    public LogRatioEstimate Estimate(RoundEstimator estimator) =>
        GetProcessStartVariance()?.Estimate ?? estimator.Estimate(LogRatios);
}
