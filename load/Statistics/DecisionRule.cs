namespace Load.Statistics;

/// <summary>The verdict on two compared values: which of them is higher, or that there is no difference.</summary>
internal enum Verdict
{
    NoDifference,
    Higher,
    Lower,
}

/// <summary>
/// Decides whether a ratio counts as a difference: its 99 % confidence interval must exclude 1, and the ratio must
/// differ from 1 by at least 2 %.
/// </summary>
internal static class DecisionRule
{
    // With a confidence of 95 %, a third of all comparisons of nine equal variants would report a difference.
    private const double Confidence = 0.99;

    // A difference of less than 2 % is not worth reporting, even if it is certain.
    private const double MinDifference = 0.02;

    /// <summary>Decides whether a ratio counts as a difference, and in which direction.</summary>
    /// <param name="ratio">The measured ratio.</param>
    /// <param name="getInterval">
    /// The function that gets the confidence interval of the ratio at a given confidence level, or returns null if
    /// there is no interval.
    /// </param>
    public static Verdict Decide(
        double ratio, Func<double, ConfidenceInterval?> getInterval) => getInterval(Confidence) switch
        {
            { Lo: > 1 } when ratio >= 1 + MinDifference => Verdict.Higher,
            { Hi: < 1 } when ratio <= 1 - MinDifference => Verdict.Lower,
            _ => Verdict.NoDifference,
        };
}
