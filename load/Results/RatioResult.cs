using System.Text.Json.Serialization;

namespace Load.Results;

/// <param name="Value">Geometric mean of the rounds' ratios.</param>
/// <param name="Lo">95 % interval; null from a single round.</param>
/// <param name="Hi">Its other end.</param>
/// <param name="Verdict">faster, slower (of CPU: cheaper, dearer), no difference; withheld in an invalid run.</param>
/// <param name="ByRound">Null for a round in which one of the two measured nothing.</param>
/// <param name="RoundsFor5pct">Rounds that a difference of 5 % would need, for power 0.99.</param>
internal sealed record RatioResult(
    double Value,
    double? Lo,
    double? Hi,
    string Verdict,
    IReadOnlyList<double?> ByRound,
    [property: JsonPropertyName("rounds_for_5pct")] int? RoundsFor5pct);
