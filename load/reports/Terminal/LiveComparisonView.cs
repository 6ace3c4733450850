using TwoTier.Load.Engine;
using TwoTier.Load.Experiment;
using TwoTier.Load.Results.Building;

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
            progress.StartEnded += () => screen.PrintAboveProgress($"{FormatStart()}  {time.GetElapsedTime(started):m\\:ss}");
    }

    public LiveView Describe() => new(
        _plan.Starts > 1 ? $"start {Math.Min(_plan.Starts, _progress.Rounds.EndedStarts + 1)} of {_plan.Starts}"
            : _progress.Stage is { IsMeasured: true } ? "measuring"
            : ActiveStage.WarmupStageName,
        _plan.Duration);

    // There is no ratio yet: whoever stops at the first one that pleases is wrong too often.
    private string FormatStart()
    {
        var standings = _progress.Judge(rounds => Standings.Create(_plan, rounds));
        var rates = _plan.Variants.Select(variant => standings.First(one => one.Variant == variant.Name))
            .Select(one => $"{one.Variant} {FormatNumber(one.Rate)}"
                + (one.CpuMs is { } cpu ? $" ({FormatNumber(cpu)} ms)" : ""));
        return $"  start {_progress.Rounds.EndedStarts} of {_plan.Starts}, so far: {string.Join(" · ", rates)} req/s"
            + (standings[0].CpuMs is null ? "" : " (CPU)");
    }
}
