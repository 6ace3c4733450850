namespace TwoTier.Load.Statistics;

/// <summary>
/// What a variant and the baseline measured in each round; null in a round in which one of them did not.
/// </summary>
internal sealed record RatioSeries(
    string Variant,
    string Metric,
    IReadOnlyList<(WeightedSum Own, WeightedSum Baseline)?> Rounds,
    IReadOnlyList<int>? ProcessStartByRound = null)
{
    /// <summary>Whether the process of the variant is not that of the baseline.</summary>
    public bool IsOfOtherProcess { get; init; }

    /// <summary>Whether too few starts are known to tell the variant from the start of its process.</summary>
    public bool NeedsStarts => IsOfOtherProcess
        && (ProcessStartByRound?.Distinct().Count() ?? 1) < StartEffect.NeededStarts;

    /// <summary>The ratio in each round; null where it was not measured, or has no logarithm.</summary>
    public IEnumerable<double?> RatiosByRound => Rounds.Select(round => round is { } known ? GetRatio([known]) : null);

    /// <summary>
    /// The independent values of the estimate: the ratio of each of ten batches of rounds or, for a variant of another
    /// process, of each start (Kalibera and Jones, 2013), because a process may be faster or slower than another one
    /// for as long as it lives.
    /// </summary>
    /// <remarks>
    /// The ratio of a batch is that of its sums and not the mean of the ratios of its rounds, because a stall that
    /// takes most of one short round takes little of the time.
    /// </remarks>
    public double[] Units => field ??= [.. GroupRounds().Select(GetRatio).OfType<double>()];

    public GeometricMean Estimate => field ??= GeometricMean.FromIndependent(Units);

    private IEnumerable<IEnumerable<(WeightedSum Own, WeightedSum Baseline)>> GroupRounds() =>
        IsOfOtherProcess && ProcessStartByRound is { } starts
            ? Rounds.Zip(starts).Where(round => round.First is not null)
                .GroupBy(round => round.Second, round => round.First!.Value)
            : GeometricMean.DivideIntoBatches([.. Rounds.OfType<(WeightedSum, WeightedSum)>()]);

    private static double? GetRatio(IEnumerable<(WeightedSum Own, WeightedSum Baseline)> rounds)
    {
        var (own, baseline) = rounds.Aggregate((sum, round) => (sum.Own + round.Own, sum.Baseline + round.Baseline));
        return own.Mean / baseline.Mean is > 0 and < double.PositiveInfinity and var ratio ? ratio : null;
    }
}
