namespace TwoTier.Load.Judging;

/// <summary>
/// The looks at a comparison that ends as soon as every ratio is known well enough. They are planned before anything is
/// measured, and the significance level is divided among them, so that looking makes wrong verdicts no more frequent.
/// </summary>
/// <remarks>
/// The part of the level that is spent until a fraction of the planned steps is the cube of the fraction (Kim and
/// DeMets, 1987), so little is spent early. Each look gets what is spent since the one before it, so the bound holds
/// whatever the dependence between looks.
/// </remarks>
/// <param name="Count">The number of looks.</param>
/// <param name="Steps">The planned number of starts or, in a single start, of rounds.</param>
/// <param name="Level">The significance level of all looks together.</param>
internal sealed record PlannedLooks(int Count, int Steps, double Level)
{
    /// <summary>
    /// The half-width of an interval, such as 0.03, that is narrow enough; null if every verdict must be known.
    /// </summary>
    public double? TargetHalfWidth { get; init; }

    /// <summary>
    /// Gets the number of the look after a step, from 1; null if no look is planned after it. If there are fewer steps
    /// than looks, several of them fall on a step, and the last of these is taken.
    /// </summary>
    public int? GetLook(int step) => Enumerable.Range(1, Count)
        .Where(look => (look * Steps + Count - 1) / Count == step)
        .Select(look => (int?)look)
        .LastOrDefault();

    /// <summary>Gets the family-wise level of the look after a step; null if no look is planned after it.</summary>
    public double? GetFamilyLevel(int step) => GetLook(step) is { } look
        ? Level * (Math.Pow((double)look / Count, 3) - Math.Pow((look - 1.0) / Count, 3))
        : null;

    public bool CanStop(IEnumerable<RatioJudgement> judgements) => judgements
        .Where(judgement => judgement.Verdict is not null)
        .All(judgement => TargetHalfWidth is { } target
            ? judgement.RelativeHalfWidth <= target
            : judgement.Verdict is not RatioVerdict.CannotTell);
}
