namespace TwoTier.Load.Results;

/// <summary>The ratio of a variant's value, such as its throughput, to that of the baseline.</summary>
/// <param name="Value">The geometric mean of <see cref="Units"/>.</param>
/// <param name="Lo">
/// The lower end of the interval that decides, which <see cref="StatisticalMethod.Interval"/> describes; null if there
/// was only one round.
/// </param>
/// <param name="Hi">The upper end of the interval that decides; null if there was only one round.</param>
/// <param name="Verdict">
/// One of the <see cref="VerdictLabels"/>; null for a value that gets an interval, but no verdict, such as allocation.
/// </param>
/// <param name="ByRound">
/// The ratio in each round. It is null in a round in which the variant or the baseline was not measured.
/// </param>
public sealed record RatioResult(double Value, double? Lo, double? Hi, string? Verdict, IReadOnlyList<double?> ByRound)
{
    /// <summary>
    /// The independent values from which the ratio and its interval were calculated: the ratio of the sums of each of
    /// ten batches of rounds, or of each process start for a variant of another process than the baseline.
    /// </summary>
    public IReadOnlyList<double> Units
    {
        get;
        // The JSON deserializer sets null if a file has none.
        init => field = value ?? [];
    } = [];
}
