namespace TwoTier.Load.Statistics.Estimation;

/// <summary>The ratio of one variant to the baseline in each round, for one metric.</summary>
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
            .GroupBy(round => ProcessStartByRound?[round.Index] ?? 0)
            .Select(start => start.Select((round, number) => (number, round.Item))
                .Where(round => round.Item is not null)
                .Select(round => (round.number, round.Item!.Value))
                .ToArray())
            .Where(start => start.Length > 0),
    ];
}
