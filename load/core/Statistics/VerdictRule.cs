namespace TwoTier.Load.Statistics;

/// <summary>The verdict on the ratio of a variant to the baseline.</summary>
internal enum RatioVerdict
{
    /// <summary>The interval contains both equality and a difference that matters, so no verdict is possible.</summary>
    CannotTell,

    /// <summary>The whole interval lies within the margin: the variants are equal for all practical purposes.</summary>
    Same,

    /// <summary>The whole interval lies above 1.</summary>
    Higher,

    /// <summary>The whole interval lies below 1.</summary>
    Lower,
}

/// <summary>
/// Decides by the printed interval alone: two variants are the same if the whole interval of their ratio lies within
/// the margin, the ratio is higher or lower if the whole interval lies on one side of 1, and otherwise nothing can be
/// told.
/// </summary>
/// <remarks>
/// All intervals of a comparison hold at the same time with the family-wise confidence (99 %), by dividing the level
/// evenly among them (Bonferroni). See docs/decisions.md.
/// </remarks>
internal sealed record VerdictRule(double FamilyLevel = 0.01, double Margin = 0.02)
{
    // The minimum number of independent values for the verdict that variants are the same. The values of fewer rounds
    // may agree by chance, so that their interval has no width.
    private const int MinValuesForEquality = 4;

    /// <summary>The logarithm of the largest ratio that still counts as equal.</summary>
    public double LogMargin => Math.Log(1 + Margin);

    public RatioVerdict Decide(GeometricMean estimate, double level)
    {
        if (estimate.GetHalfWidth(level) is not { } half)
            return RatioVerdict.CannotTell;
        var (low, high) = (estimate.MeanLog - half, estimate.MeanLog + half);
        return (low, high) switch
        {
            _ when low > -LogMargin && high < LogMargin =>
                estimate.Units >= MinValuesForEquality ? RatioVerdict.Same : RatioVerdict.CannotTell,
            ( > 0, _) => RatioVerdict.Higher,
            (_, < 0) => RatioVerdict.Lower,
            _ => RatioVerdict.CannotTell,
        };
    }
}
