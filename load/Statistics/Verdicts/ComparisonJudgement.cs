using Load.Statistics.Checks;

namespace Load.Statistics.Verdicts;

/// <summary>All judgements on a comparison at one time, during the comparison or at its end.</summary>
/// <param name="FamilyLevel">The probability that any deciding interval misses the true ratio.</param>
/// <param name="IntervalLevel">The level of each single interval.</param>
/// <param name="Ratios">The judgements on all variants, metric by metric, in the order of the variants.</param>
/// <param name="Controls">The judgements on the baseline against itself, by metric; empty if not measured.</param>
/// <param name="Exchangeability">The finding whether the rounds are exchangeable, as every interval assumes.</param>
internal sealed record ComparisonJudgement(
    double FamilyLevel,
    double IntervalLevel,
    IReadOnlyList<RatioJudgement> Ratios,
    IReadOnlyList<ControlJudgement> Controls,
    Exchangeability Exchangeability)
{
    /// <summary>Gets the judgement on a variant.</summary>
    /// <param name="variant">The name of the variant.</param>
    /// <param name="metric">The name of the metric.</param>
    /// <returns>The judgement; null if the ratio was not measured in any round.</returns>
    public RatioJudgement? Find(string variant, string metric) =>
        Ratios.FirstOrDefault(ratio => ratio.Series.Variant == variant && ratio.Series.Metric == metric);
}
