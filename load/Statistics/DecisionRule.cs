namespace Load.Statistics;

/// <summary>Which of the two compared figures is higher, if the rule calls the difference one.</summary>
internal enum Verdict
{
    NoDifference,
    Higher,
    Lower,
}

/// <summary>
/// Decides when a ratio is called a difference: its 99 % confidence interval excludes 1, and it is at least 2 % from
/// 1.
/// </summary>
internal static class DecisionRule
{
    // With 95 %, a third of all comparisons of nine equal variants would report a difference.
    private const double Confidence = 0.99;

    // A smaller difference is not worth reporting, even if it is certain.
    private const double MinDifference = 0.02;

    /// <summary>Applies the rule to a ratio.</summary>
    /// <param name="ratio">The measured ratio.</param>
    /// <param name="getInterval">Gets the ratio's interval at a confidence level; null if there is none.</param>
    public static Verdict Decide(double ratio, Func<double, Interval?> getInterval) => getInterval(Confidence) switch
    {
        { Lo: > 1 } when ratio >= 1 + MinDifference => Verdict.Higher,
        { Hi: < 1 } when ratio <= 1 - MinDifference => Verdict.Lower,
        _ => Verdict.NoDifference,
    };
}
