namespace Experiments.Claims.Criteria;

internal enum Verdict
{
    Holds,

    /// <summary>The measured effect has the published direction, but is much smaller or larger.</summary>
    Differs,

    /// <summary>The measurement meets neither the conditions of holds nor those of differs.</summary>
    NoLongerHolds,
    CannotTell,

    /// <summary>Two machines decide differently.</summary>
    DependsOnTheMachine,
}

internal static class VerdictText
{
    /// <summary>The marks, in the order of the verdicts.</summary>
    private const string Marks = "●◐○?◇";

    public static string GetMark(this Verdict verdict) => $"{Marks[(int)verdict]}";

    public static string GetText(this Verdict verdict) =>
        JsonNamingPolicy.KebabCaseLower.ConvertName($"{verdict}").Replace('-', ' ');
}
