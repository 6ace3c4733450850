namespace TwoTier.Load.Results;

/// <summary>The ratio of a variant's value, such as its throughput, to that of the baseline.</summary>
/// <param name="Value">The geometric mean of the ratios of all rounds.</param>
/// <param name="Lo">
/// The lower end of the interval that decides, which <see cref="StatisticalMethod.Interval"/> describes; null if there
/// was only one round.
/// </param>
/// <param name="Hi">The upper end of the interval that decides; null if there was only one round.</param>
/// <param name="Verdict">
/// One of the <see cref="VerdictLabels"/>; null for a value that gets an interval, but no verdict, such as a latency.
/// </param>
/// <param name="ByRound">
/// The ratio in each round. It is null in a round in which the variant or the baseline was not measured. Ratios of
/// percentiles are listed by batch of rounds.
/// </param>
public sealed record RatioResult(
    double Value, double? Lo, double? Hi, string? Verdict, IReadOnlyList<double?> ByRound)
{
    /// <summary>
    /// The number of rounds after which a verdict could be given, as estimated from the scatter of the rounds. Null if
    /// a verdict was given, or if the number cannot be estimated.
    /// </summary>
    public int? RoundsToTell { get; init; }

    /// <summary>
    /// The Hodges–Lehmann estimate of the ratio, which few extreme rounds hardly move; null if there was only one
    /// round.
    /// </summary>
    public double? Robust { get; init; }

    /// <summary>
    /// The number of rounds in a batch. It is more than 1 if rounds depend on one another, so that their means in
    /// batches are the values from which the interval was calculated. Null if it is 1.
    /// </summary>
    public int? BatchRounds { get; init; }

    /// <summary>The reasons why the verdict is withheld; null if there is none.</summary>
    public IReadOnlyList<string>? Problems { get; init; }

    /// <summary>
    /// The share of the result's variance that process starts caused, from 0 to 1; null if the processes were started
    /// once.
    /// </summary>
    public double? StartsShare { get; init; }

    /// <summary>
    /// The interval in which the ratio of a new run lies with a probability of 95 %, if the processes are started
    /// again; null if the processes were started once.
    /// </summary>
    public ConfidenceInterval? Prediction { get; init; }
}
