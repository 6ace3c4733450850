using Studies.Claims.Sources;

namespace Studies.Claims;

internal enum Verdict
{
    /// <summary>
    /// The claim holds: the measured and the published ratio are on the same side of 1, and the measured ratio has at
    /// least half of the published effect in logarithms and is within a factor of 2 of the published ratio. A claim
    /// without a ratio holds if its statement was confirmed.
    /// </summary>
    Holds,

    /// <summary>
    /// The measured and the published ratio are on the same side of 1, but differ too much for the claim to hold.
    /// </summary>
    Differs,

    /// <summary>
    /// The claim no longer holds: the measured ratio is on the other side of 1 than the published ratio, or has less
    /// than a tenth of the published effect in logarithms. A claim without a ratio no longer holds if its statement was
    /// refuted.
    /// </summary>
    NoLongerHolds,

    /// <summary>The interval of the measurement is too wide to decide whether the claim holds.</summary>
    Undecided,

    /// <summary>The claim was not measured.</summary>
    NotMeasured,

    /// <summary>The claim has no verdict, because it is the baseline of other claims.</summary>
    Baseline,
}

internal static class VerdictRules
{
    private const double MaxFactorToHold = 2;
    private const double LeastShareToHold = 0.5;
    private const double LeastShareToDiffer = 0.1;

    /// <exception cref="ArgumentException">
    /// The measurement has no value of the kind that was published: a ratio, or an observation.
    /// </exception>
    public static Verdict Decide(PublishedResult published, Measurement measurement) => measurement switch
    {
        { NotMeasuredReason: not null } => Verdict.NotMeasured,
        { Ratio: { } ratio } when published is { Ratio: { } claimed, IsBaseline: false } => Decide(claimed, ratio),
        { Ratio: not null } when published.IsBaseline => Verdict.Baseline,
        { Inconclusive: true } => Verdict.Undecided,
        { Confirmed: { } confirmed } => confirmed ? Verdict.Holds : Verdict.NoLongerHolds,
        _ => throw new ArgumentException(
            $"The measurement {measurement} has no value of the kind that was published, {published}.",
            nameof(measurement)),
    };

    public static string GetMark(this Verdict verdict) => verdict switch
    {
        Verdict.Holds => "●",
        Verdict.Differs => "◐",
        Verdict.NoLongerHolds => "○",
        Verdict.Undecided => "?",
        Verdict.NotMeasured => "–",
        _ => "",
    };

    public static string GetText(this Verdict verdict) => verdict switch
    {
        Verdict.NoLongerHolds => "no longer holds",
        Verdict.NotMeasured => "not measured",
        _ => verdict.ToString().ToLowerInvariant(),
    };

    private static Verdict Decide(double claimed, RatioEstimate measured)
    {
        var (low, high) = (GetShareOfClaimedEffect(claimed, measured.Lo), GetShareOfClaimedEffect(
            claimed, measured.Hi));
        if (low > high)
            (low, high) = (high, low);
        var share = GetShareOfClaimedEffect(claimed, measured.Value);
        var isNear = Math.Abs(Math.Log(measured.Value / claimed)) <= Math.Log(MaxFactorToHold);
        return high < LeastShareToDiffer || (share < LeastShareToDiffer && low > 0) ? Verdict.NoLongerHolds
            : low <= 0 ? Verdict.Undecided
            : share >= LeastShareToHold && isNear ? Verdict.Holds
            : Verdict.Differs;
    }

    // The share of the claimed effect that was measured, in logarithms: 1 is the whole effect, 0 is no effect, and a
    // negative share is an effect in the opposite direction.
    private static double GetShareOfClaimedEffect(double claimed, double ratio) => Math.Log(ratio) / Math.Log(claimed);
}
