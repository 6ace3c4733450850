using Load.Engine;

namespace Load.Experiment;

/// <summary>A trial of a capacity search: the load at one arrival rate for some seconds.</summary>
/// <param name="Rate">The arrival rate, in requests per second.</param>
/// <param name="Outcome">Whether the target sustained the rate.</param>
/// <param name="Reasons">
/// The reasons why the target did not sustain the rate or why the trial was not judged; empty if the target sustained
/// the rate.
/// </param>
/// <param name="Run">The measurement of the trial; null in a simulation.</param>
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
