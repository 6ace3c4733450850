namespace TwoTier.Load.Results;

/// <summary>The ratio of a variant's value, such as its throughput, to that of the baseline.</summary>
/// <param name="Value">The ratio of the totals of all that was measured.</param>
/// <param name="Lo">
/// The lower end of the interval that decides, which <see cref="StatisticalMethod.Interval"/> describes; null if there
/// was only one round.
/// </param>
/// <param name="Hi">The upper end of the interval that decides; null if there was only one round.</param>
/// <param name="Verdict">What the interval says.</param>
/// <param name="Units">
/// The independent values whose scatter gives the interval: the ratio in each start or, within a single start, in each
/// of ten batches of rounds.
/// </param>
public sealed record RatioResult(
    double Value, double? Lo, double? Hi, RatioVerdict Verdict, IReadOnlyList<double> Units);
