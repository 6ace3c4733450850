using System.Text.Json.Serialization;

namespace Load.Results;

/// <summary>The goodput of a variant: successful responses per second.</summary>
/// <param name="Median">The median of the goodput over all rounds.</param>
/// <param name="Lo">
/// The lower end of the 95 % interval of the geometric mean, or null if there was only one round.
/// </param>
/// <param name="Hi">
/// The upper end of the 95 % interval of the geometric mean, or null if there was only one round.
/// </param>
/// <param name="Unit">The unit of the values.</param>
internal sealed record Throughput(double Median, double? Lo, double? Hi, string Unit = "req/s")
{
    /// <summary>
    /// The time base of the values, in seconds, added up over all rounds: the mean time for which a connection was
    /// busy, from the start until its last response or, in an open loop, at least until the last request was due. Null
    /// if the result file predates this field.
    /// </summary>
    public double? BusyS { get; init; }
}

/// <summary>The ratio of a variant's throughput or CPU time per request to that of the baseline.</summary>
/// <param name="Value">The geometric mean of the ratios of all rounds.</param>
/// <param name="Lo">The lower end of the ratio's 95 % confidence interval, or null if there was only one round.</param>
/// <param name="Hi">The upper end of the ratio's 95 % confidence interval, or null if there was only one round.</param>
/// <param name="Verdict">
/// One of the <see cref="VerdictLabels"/>: faster, slower or no difference for throughput; cheaper, dearer or no
/// difference for CPU time; withheld if the result is invalid.
/// </param>
/// <param name="ByRound">
/// The ratio in each round. It is null in a round in which the variant or the baseline was not measured.
/// </param>
/// <param name="RoundsFor5pct">
/// The number of rounds that would detect a difference of 5 % with a power of 0.99, or null if it cannot be estimated.
/// </param>
internal sealed record RatioResult(
    double Value,
    double? Lo,
    double? Hi,
    string Verdict,
    IReadOnlyList<double?> ByRound,
    [property: JsonPropertyName("rounds_for_5pct")] int? RoundsFor5pct);
