namespace TwoTier.Load.Engine;

internal static class RunEvaluator
{
    public static RunResult Evaluate(
        RunResult result,
        RunLimits limits,
        IReadOnlyList<Threshold> thresholds,
        int cores)
    {
        var measurement = result.Measurement;
        var steps = measurement.Intervals is { } intervals
            ? StepOutcome.JudgeSteps(intervals, measurement.ElapsedSeconds, limits, thresholds)
            : [];
        var judged =
            steps.TakeWhile(step => step.IsSustained).LastOrDefault() ?? (steps is [var first, ..] ? first : null);
        var parts = RunParts.Create(measurement);
        var figures = measurement.GetFigures() with { Parts = parts };
        return result with
        {
            Steps = steps,
            Parts = parts,
            Checks =
            [
                .. judged is null ? CheckWholeRun(result, limits) : CheckSteps(steps, judged),
                .. BurstChecks.Evaluate(measurement.Bursts, limits.MaxScheduleDelay),
                .. ResourceChecks.CheckToolCpu(
                    result.ToolCores,
                    cores,
                    measurement.ElapsedSeconds,
                    result.Machine?.TargetsAreElsewhere is true),
                .. ResourceChecks.CheckProcesses(result.Usage),
                .. ResourceChecks.CheckWarmup(result.Usage, measurement.ElapsedSeconds),
            ],
            Thresholds = judged?.Thresholds ?? [.. thresholds.Select(threshold => threshold.Evaluate(figures))],
        };
    }

    private static IEnumerable<ValidityCheck> CheckWholeRun(RunResult result, RunLimits limits)
    {
        var figures = result.Measurement.GetFigures();
        if (figures.OpenLoop is { } openLoop)
        {
            foreach (var check in OpenLoopChecks.Evaluate([("", openLoop, figures.Counters.Latency)], limits))
                yield return check;
        }

        yield return RunChecks.CheckErrors(result.Measurement.Counters, limits.MaxErrorShare);
    }

    // The result of a run with several steps of the arrival rate is the last step that the target sustained, so later
    // steps may overload the target. If the load tool caused the failure of the next step, the limit of the target is
    // unknown.
    private static IEnumerable<ValidityCheck> CheckSteps(IReadOnlyList<StepOutcome> steps, StepOutcome judged)
    {
        var held = steps.TakeWhile(step => step.IsSustained).Count();
        foreach (var check in judged.Checks)
        {
            var fault = check.Id == OpenLoopChecks.ScheduleDelayId && held > 0
                ? steps.ElementAtOrDefault(held)?.ToolFault
                : null;
            var rate = fault is null ? judged.Rate : steps[held].Rate;
            yield return (fault ?? check) with { Label = $"{check.Label}, at {FormatNumber(rate)}/s" };
        }
    }
}
