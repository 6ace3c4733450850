using Studies.Claims.Sources;

namespace Studies.Claims;

internal enum Verdict
{
    /// <summary>
    /// The ratio is on the published side of 1, has at least half of the published effect in logarithms, and is within
    /// a factor of 2 of it; or a statement was confirmed.
    /// </summary>
    Holds,

    /// <summary>The ratio is on the published side of 1, but further away.</summary>
    Differs,

    /// <summary>
    /// The ratio is on the other side of 1, or has less than a tenth of the published effect in logarithms.
    /// </summary>
    NoLongerHolds,

    /// <summary>The interval is too wide to decide.</summary>
    Undecided,

    /// <summary>Nothing was measured.</summary>
    NotMeasured,

    /// <summary>Other claims are compared with this one.</summary>
    Baseline,
}

internal static class Verdicts
{
    private const double NearFactor = 2;
    private const double HalfOfEffect = 0.5;
    private const double LeastEffect = 0.1;

    /// <exception cref="ArgumentException">The measurement does not answer the published result.</exception>
    public static Verdict Decide(PublishedResult published, Measurement measurement) => measurement switch
    {
        { NotMeasuredReason: not null } => Verdict.NotMeasured,
        { Ratio: { } ratio } when published is { Ratio: { } claimed, IsBaseline: false } => Decide(claimed, ratio),
        { Ratio: not null } when published.IsBaseline => Verdict.Baseline,
        { Inconclusive: true } => Verdict.Undecided,
        { Confirmed: { } confirmed } => confirmed ? Verdict.Holds : Verdict.NoLongerHolds,
        _ => throw new ArgumentException($"Nothing in {measurement} answers {published}.", nameof(measurement)),
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

    private static Verdict Decide(double claimed, Estimate measured)
    {
        var (low, high) = (GetShare(claimed, measured.Lo), GetShare(claimed, measured.Hi));
        if (low > high)
            (low, high) = (high, low);
        var share = GetShare(claimed, measured.Value);
        var isNear = Math.Abs(Math.Log(measured.Value / claimed)) <= Math.Log(NearFactor);
        return high < LeastEffect || (share < LeastEffect && low > 0) ? Verdict.NoLongerHolds
            : low <= 0 ? Verdict.Undecided
            : share >= HalfOfEffect && isNear ? Verdict.Holds
            : Verdict.Differs;
    }

    // The share of the claimed effect in logarithms: 1 is all of it, 0 none, and below 0 is the other side.
    private static double GetShare(double claimed, double ratio) => Math.Log(ratio) / Math.Log(claimed);
}
