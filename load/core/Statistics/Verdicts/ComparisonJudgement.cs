namespace TwoTier.Load.Statistics.Verdicts;

/// <summary>All judgements on a comparison at one time, during the comparison or at its end.</summary>
internal sealed record ComparisonJudgement(
    double FamilyLevel,
    double IntervalLevel,
    IReadOnlyList<RatioJudgement> Ratios,
    IReadOnlyList<ControlJudgement> Controls,
    Exchangeability Exchangeability)
{
    /// <summary>Gets the judgement on a variant.</summary>
    /// <returns>The judgement; null if the ratio was not measured in any round.</returns>
    public RatioJudgement? Find(string variant, string metric) =>
        Ratios.FirstOrDefault(ratio => ratio.Series.Variant == variant && ratio.Series.Metric == metric);
}
