namespace Studies.Claims.Criteria;

internal enum Verdict
{
    Holds,

    /// <summary>The measured effect has the published direction, but is much smaller or larger.</summary>
    Differs,

    /// <summary>The measurement meets neither the conditions of holds nor those of differs.</summary>
    NoLongerHolds,
    CannotTell,

    /// <summary>The claim's file was changed after the measurement, so its criterion does not decide it.</summary>
    ChangedAfterData,
    NotMeasured,
}

internal static class VerdictText
{
    public static string GetMark(this Verdict verdict) => verdict switch
    {
        Verdict.Holds => "●",
        Verdict.Differs => "◐",
        Verdict.NoLongerHolds => "○",
        Verdict.CannotTell => "?",
        Verdict.ChangedAfterData => "↻",
        Verdict.NotMeasured => "–",
        _ => "",
    };

    public static string GetText(this Verdict verdict) => verdict switch
    {
        Verdict.NoLongerHolds => "no longer holds",
        Verdict.CannotTell => "cannot tell",
        Verdict.ChangedAfterData => "changed after data",
        Verdict.NotMeasured => "not yet measured",
        _ => verdict.ToString().ToLowerInvariant(),
    };
}
