namespace Studies.Claims;

internal enum Verdict
{
    /// <summary>
    /// On the claim's side of 1, at least half of what was claimed, in logarithms, and within a factor of 2 of it; or a
    /// statement that was seen to be so.
    /// </summary>
    Holds,

    /// <summary>On the claim's side of 1, but further away.</summary>
    Differs,

    /// <summary>On the other side of 1, or what is left is under a tenth of what was claimed, in logarithms.</summary>
    NoLongerHolds,

    /// <summary>The interval is too wide to say.</summary>
    Undecided,

    NotMeasured,

    /// <summary>What others are held against.</summary>
    Yardstick,
}

internal static class Verdicts
{
    private const double Near = 2;
    private const double Half = 0.5;
    private const double Left = 0.1;

    public static Verdict Of(Then then, Now now) => now switch
    {
        { Missing: not null } => Verdict.NotMeasured,
        { Ratio: { } ratio } when then is { Ratio: { } claimed, IsYardstick: false } => Of(claimed, ratio),
        { Ratio: not null } when then.IsYardstick => Verdict.Yardstick,
        { IsOpen: true } => Verdict.Undecided,
        { Shown: { } shown } => shown ? Verdict.Holds : Verdict.NoLongerHolds,
        _ => throw new ArgumentException($"Nothing in {now} answers {then}.", nameof(now)),
    };

    public static string Mark(this Verdict verdict) => verdict switch
    {
        Verdict.Holds => "●",
        Verdict.Differs => "◐",
        Verdict.NoLongerHolds => "○",
        Verdict.Undecided => "?",
        Verdict.NotMeasured => "–",
        _ => "",
    };

    public static string Words(this Verdict verdict) => verdict switch
    {
        Verdict.NoLongerHolds => "no longer holds",
        Verdict.NotMeasured => "not measured",
        _ => verdict.ToString().ToLowerInvariant(),
    };

    // By what share of the claimed effect is left, in logarithms: 1 is all of it, 0 none, and below 0 is the other side.
    private static Verdict Of(double claimed, Estimate now)
    {
        var (least, most) = (ShareOf(claimed, now.Lo), ShareOf(claimed, now.Hi));
        if (least > most)
            (least, most) = (most, least);
        return most < Left || ShareOf(claimed, now.Value) < Left && least > 0 ? Verdict.NoLongerHolds
            : least <= 0 ? Verdict.Undecided
            : ShareOf(claimed, now.Value) >= Half && Math.Abs(Math.Log(now.Value / claimed)) <= Math.Log(Near) ? Verdict.Holds
            : Verdict.Differs;
    }

    private static double ShareOf(double claimed, double ratio) => Math.Log(ratio) / Math.Log(claimed);
}
