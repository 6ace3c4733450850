namespace TwoTier.Load.Statistics;

/// <summary>
/// All judgements on a comparison at one time. The controls are the ratios of the baseline to itself.
/// </summary>
internal sealed record ComparisonJudgement(
    double IntervalLevel, IReadOnlyList<RatioJudgement> Ratios, IReadOnlyList<RatioJudgement> Controls)
{
    public RatioJudgement? Find(string variant, string metric) =>
        Ratios.FirstOrDefault(ratio => ratio.Series.Variant == variant && ratio.Series.Metric == metric);
}

internal sealed record RatioJudgement(RatioSeries Series, double Level, RatioVerdict? Verdict)
{
    public GeometricMean Estimate => Series.Estimate;

    public ConfidenceInterval? Interval { get; } = Series.Estimate.GetIntervalAtLevel(Level);

    /// <summary>Whether the verdict is withheld, because starts of one build may differ as much.</summary>
    public bool IsWithheld =>
        Series.NeedsStarts && Verdict is not (null or RatioVerdict.CannotTell) && StartEffect.MayExplain(Interval);

    /// <summary>Whether more rounds would tell no more.</summary>
    public bool IsKnown => Verdict is RatioVerdict.Same or RatioVerdict.Higher or RatioVerdict.Lower
        && (!IsWithheld || StartEffect.Covers(Interval));

    /// <summary>Half of the interval's width as a part of the ratio, such as 0.03; null without an interval.</summary>
    public double? RelativeHalfWidth => Interval is { } interval ? Math.Sqrt(interval.Hi / interval.Lo) - 1 : null;
}
