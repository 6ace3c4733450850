namespace Load.Statistics;

/// <summary>When a ratio is called a difference: by its 99 % interval, and from 2 % on.</summary>
internal static class DecisionRule
{
    // Of an interval at 95 %, every third comparison of nine equals would find a difference.
    private const double Confidence = 0.99;

    // A difference under 2 % is not called one, however sure.
    private const double SmallestDifference = 0.02;

    public static Verdict Decide(double ratio, Func<double, Interval?> getInterval) => getInterval(Confidence) switch
    {
        { Lo: > 1 } when ratio >= 1 + SmallestDifference => Verdict.Higher,
        { Hi: < 1 } when ratio <= 1 - SmallestDifference => Verdict.Lower,
        _ => Verdict.NoDifference,
    };
}
