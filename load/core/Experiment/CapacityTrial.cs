namespace TwoTier.Load.Experiment;

/// <summary>A trial of a capacity search: the load at one arrival rate for some seconds.</summary>
internal sealed record CapacityTrial(
    double Rate, TrialOutcome Outcome, IReadOnlyList<string> Reasons, RunResult? Run = null);

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
