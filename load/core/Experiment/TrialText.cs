namespace TwoTier.Load.Experiment;

/// <summary>Formats the trials of a capacity search as text.</summary>
internal static class TrialText
{
    /// <summary>Formats an arrival rate, such as <c>1 234/s</c>.</summary>
    public static string FormatRate(double perSecond) => $"{SignificantDigits.FormatNumber(perSecond)}/s";

    /// <summary>Formats the outcome of a trial in one word or two.</summary>
    public static string FormatOutcome(TrialOutcome outcome) => outcome switch
    {
        TrialOutcome.Succeeded => "held",
        TrialOutcome.Failed => "broke",
        _ => "not judged",
    };
}
