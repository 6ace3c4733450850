namespace TwoTier.Load.Experiment;

/// <summary>A trial of a capacity search: the load at one arrival rate for some seconds.</summary>
internal sealed record CapacityTrial(
    double Rate, TrialOutcome Outcome, IReadOnlyList<string> Reasons, RunResult? Run = null)
{
    public string OutcomeText => Outcome switch
    {
        TrialOutcome.Succeeded => "held",
        TrialOutcome.Failed => "broke",
        _ => "not judged",
    };

    public static string FormatRate(double perSecond) => $"{SignificantDigits.FormatNumber(perSecond)}/s";
}

internal enum TrialOutcome
{
    /// <summary>The target met every objective.</summary>
    Succeeded,
    Failed,

    /// <summary>An objective was missed, but the load tool or other work on the machine may have caused it.</summary>
    NotJudged,
}
