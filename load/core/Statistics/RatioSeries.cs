namespace TwoTier.Load.Statistics;

/// <summary>
/// The log ratio of a variant to the baseline in each round; null in a round in which one was not measured.
/// </summary>
internal sealed record RatioSeries(string Variant, string Metric, IReadOnlyList<double?> LogsByRound)
{
    public double[] LogRatios { get; } = [.. LogsByRound.OfType<double>()];

    /// <summary>The process start of each round, as a number from 0; null if processes were started once.</summary>
    public IReadOnlyList<int>? ProcessStartByRound { get; init; }

    public static RatioSeries Create(
        string variant, string metric, IEnumerable<double?> values, IEnumerable<double?> baseline) => new(
        variant,
        metric,
        [.. values.Zip(baseline, (v, b) => v > 0 && b > 0 ? Math.Log(v.Value / b.Value) : (double?)null)]);

    /// <summary>Groups the measured rounds by process start, each with its number since the start.</summary>
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

    /// <summary>Estimates the ratio from process starts, or from rounds if processes were started once.</summary>
    public LogRatioEstimate Estimate(RoundEstimator estimator) =>
        GetProcessStartVariance()?.Estimate ?? estimator.Estimate(LogRatios);
}
