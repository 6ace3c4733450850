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
    private const int MinMeasuredRounds = 4;
    private const int MaxRounds = 1_000_000;

    // After the forecast number of rounds, one comparison in five still has no verdict: 0.2 on one side is 0.4 on both.
    private const double NoVerdictLevel = 0.4;

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

    /// <summary>
    /// Estimates how many rounds it takes until a verdict is given with a probability of 0.8: a difference, or
    /// equality within the margin, whichever needs fewer rounds if the measured ratio is the true one.
    /// </summary>
    /// <returns>
    /// The number of rounds; null if too few were measured, if it would be over a million, or if starts are needed.
    /// </returns>
    public int? GetRoundsToVerdict(double logMargin)
    {
        var rounds = Series.Count;
        if (rounds < MinMeasuredRounds || Series.NeedsStarts || Series.HasStartsAsUnits)
            return null;
        var mean = Math.Abs(Estimate.MeanLog);
        const int freedom = GeometricMean.MaxBatches - 1;
        var critical = CriticalValue.Get(freedom, Level) + CriticalValue.Get(freedom, NoVerdictLevel);
        var needed = rounds
            * Math.Pow(critical * Estimate.StandardError!.Value / Math.Max(mean, logMargin - mean), 2);
        return needed <= MaxRounds ? (int)Math.Ceiling(Math.Max(needed, GeometricMean.MaxBatches)) : null;
    }
}
