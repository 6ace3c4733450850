using System.Text.Json.Serialization;

namespace Load.Results;

/// <summary>The goodput of a variant: successful responses per second.</summary>
/// <param name="Median">The median over the rounds.</param>
/// <param name="Lo">The lower end of the 95 % interval of the geometric mean, or null with a single round.</param>
/// <param name="Hi">The upper end of the 95 % interval of the geometric mean, or null with a single round.</param>
/// <param name="Unit">The unit, which is successful responses per second.</param>
internal sealed record Throughput(double Median, double? Lo, double? Hi, string Unit = "req/s");

/// <summary>The ratio of a variant's figure to that of the baseline.</summary>
/// <param name="Value">The geometric mean of the ratios of the rounds.</param>
/// <param name="Lo">The lower end of the 95 % interval, or null with a single round.</param>
/// <param name="Hi">The upper end of the 95 % interval, or null with a single round.</param>
/// <param name="Verdict">
/// One of <see cref="VerdictLabels"/>: faster, slower or no difference for throughput; cheaper, dearer or no difference
/// for CPU time; withheld if the result is invalid.
/// </param>
/// <param name="ByRound">The ratio of each round, or null for a round in which one of the two has no figure.</param>
/// <param name="RoundsFor5pct">
/// The number of rounds that would show a difference of 5 % with a power of 0.99, or null if it cannot be estimated.
/// </param>
internal sealed record RatioResult(
    double Value,
    double? Lo,
    double? Hi,
    string Verdict,
    IReadOnlyList<double?> ByRound,
    [property: JsonPropertyName("rounds_for_5pct")] int? RoundsFor5pct);
