namespace TwoTier.Load.Experiment;

/// <summary>The plan of a search for the capacity of a target.</summary>
internal sealed record CapacityPlan(TimeSpan Within, double LowestRate = 1, double HighestRate = 1_000_000)
{
    // Each trial takes a fixed share of the search time, so that there is time for about 8 short and 16 long trials.
    private const double ShortTrialShare = 1 / 90.0;
    private const double LongTrialShare = 1 / 20.0;

    /// <summary>
    /// The duration of the short trials at the start of a search, which end when the target has sustained one rate and
    /// failed at another.
    /// </summary>
    public TimeSpan ShortTrialDuration => Within * ShortTrialShare;

    /// <summary>The duration of the long trials, which follow the short trials of a search.</summary>
    public TimeSpan TrialDuration => Within * LongTrialShare;
}

/// <summary>A trial of a capacity search: the load at one arrival rate for some seconds.</summary>
internal sealed record CapacityTrial(
    double Rate, TrialOutcome Outcome, IReadOnlyList<string> Reasons, RunResult? Run = null)
{
    /// <summary>The outcome in one word or two.</summary>
    public string OutcomeText => Outcome switch
    {
        TrialOutcome.Succeeded => "held",
        TrialOutcome.Failed => "broke",
        _ => "not judged",
    };

    /// <summary>Formats an arrival rate, such as <c>1 234/s</c>.</summary>
    public static string FormatRate(double perSecond) => $"{SignificantDigits.FormatNumber(perSecond)}/s";
}

/// <summary>The outcome of a trial of a capacity search.</summary>
internal enum TrialOutcome
{
    /// <summary>The target met every objective.</summary>
    Succeeded,

    /// <summary>The target missed an objective.</summary>
    Failed,

    /// <summary>An objective was missed, but the load tool or other work on the machine may have caused it.</summary>
    NotJudged,
}
