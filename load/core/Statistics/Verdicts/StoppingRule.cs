namespace TwoTier.Load.Statistics.Verdicts;

/// <summary>
/// A rule for judging a comparison several times while it runs, and ending it as soon as every ratio is known well
/// enough. The significance level is divided among the interim analyses (looks), so that the intervals of all looks
/// together keep the level.
/// </summary>
/// <remarks>
/// The part of the level that is spent until a fraction of the planned length is the cube of the fraction (Kim and
/// DeMets, 1987), which is close to O'Brien and Fleming's limits: little is spent early, and the last interval of five
/// looks is 6 % wider than without looking. Each look gets what is spent since the one before it, so the bound holds
/// whatever the dependence between looks, and the times of the looks need not be known in advance.
/// </remarks>
internal sealed record StoppingRule(int Looks, double Level)
{
    /// <summary>
    /// Half of the interval's width, such as 0.03 for 3 %, at which a ratio is precise enough; null to stop only when
    /// every verdict is known.
    /// </summary>
    public double? TargetHalfWidth { get; init; }

    /// <summary>Gets the family-wise level of a look (interim analysis).</summary>
    public double GetLevel(int look) => GetLevel((look - 1.0) / Looks, (double)look / Looks);

    /// <summary>Gets the family-wise level of a look (interim analysis) at any time.</summary>
    public double GetLevel(double previous, double now) => Level * (Cube(now) - Cube(previous));

    /// <summary>
    /// Determines whether the comparison may end: every interval is as narrow as the target for its width or, without a
    /// target, every ratio has a verdict.
    /// </summary>
    public bool CanStop(IEnumerable<RatioJudgement> judgements) => judgements
        .Where(judgement => judgement.Verdict is not null)
        .All(judgement => TargetHalfWidth is { } target
            ? judgement.RelativeHalfWidth <= target
            : judgement.Verdict is RatioVerdict.Same or RatioVerdict.Higher or RatioVerdict.Lower);

    private static double Cube(double value) => value * value * value;
}
