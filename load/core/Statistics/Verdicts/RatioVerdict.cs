namespace TwoTier.Load.Statistics.Verdicts;

/// <summary>The verdict on the ratio of a variant to the baseline.</summary>
public enum RatioVerdict
{
    /// <summary>The interval contains both equality and a difference that matters, so no verdict is possible.</summary>
    CannotTell,

    /// <summary>The whole interval lies within the margin: the variants are equal for all practical purposes.</summary>
    Same,

    /// <summary>The whole interval lies above 1.</summary>
    Higher,

    /// <summary>The whole interval lies below 1.</summary>
    Lower,

    /// <summary>No verdict is given, because the rounds are not exchangeable.</summary>
    Withheld,
}
