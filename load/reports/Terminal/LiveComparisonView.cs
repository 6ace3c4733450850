using TwoTier.Load.Experiment;

namespace TwoTier.Load.Reports.Terminal;

/// <summary>What a comparison shows of itself while it runs: how far it is, and a line for each of several starts.</summary>
internal sealed class LiveComparisonView
{
    private readonly ExperimentPlan _plan;
    private readonly ComparisonProgress _progress;

    public LiveComparisonView(
        ExperimentPlan plan, ComparisonProgress progress, TerminalScreen screen, TimeProvider time)
    {
        (_plan, _progress) = (plan, progress);
        var started = time.GetTimestamp();
        if (plan.Starts > 1)
        {
            // No rates or ratios: whoever stops at the first ones that please is wrong too often.
            progress.StartEnded += () => screen.PrintAboveProgress(
                $"  start {progress.Rounds.EndedStarts} of {plan.Starts}  {time.GetElapsedTime(started):m\\:ss}");
        }
    }

    public LiveView Describe() => new(
        _plan.Starts > 1 ? $"start {Math.Min(_plan.Starts, _progress.Rounds.EndedStarts + 1)} of {_plan.Starts}"
            : _progress.Stage is { IsMeasured: true } ? "measuring"
            : ActiveStage.WarmupStageName,
        _plan.Duration);
}
