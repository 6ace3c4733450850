using Load.Metrics;
using Load.Target;
using Load.Validity;

namespace Load.Engine;

/// <summary>Whether to believe a run, and whether it is what was asked for.</summary>
/// <param name="limits">Of an open loop.</param>
/// <param name="thresholds">What was asked for.</param>
internal sealed class RunJudge(OpenLoopLimits limits, IReadOnlyList<Threshold> thresholds)
{
    public RunResult Evaluate(RunResult result, IReadOnlyList<MonitoredProcess> processes, int cores)
    {
        var recorded = result.Measurement;
        return result with
        {
            Checks =
            [
                .. CheckLoadModels(result.Stages),
                RunChecks.CheckErrors(recorded.Counters),
                RunChecks.CheckToolCpu(result.ToolCores, cores, recorded.ElapsedSeconds),
                .. processes.Where(process => process.Name == MonitoredProcess.Target).Select(loaded => RunChecks.CheckServerCount([result.Usage], loaded)),
                .. RunChecks.CheckReconciliation([(recorded, result.Usage)], processes),
                .. RunChecks.CheckWarmup(result.Usage),
            ],
            Thresholds = [.. thresholds.Select(threshold => threshold.Evaluate(recorded))],
        };
    }

    private IEnumerable<Check> CheckLoadModels(IReadOnlyList<StageResult> stages)
    {
        (string, OpenLoopCounters)[] open =
            [.. stages.Where(stage => stage.Measurement.OpenLoop is not null).Select(stage => (stage.Stage.Name, stage.Measurement.OpenLoop!))];
        if (open.Length > 0)
        {
            foreach (var check in OpenLoopChecks.Evaluate(open, limits))
                yield return check;
        }

        if (stages.Any(stage => stage.Stage.Profile is ClosedLoopProfile))
            yield return RunChecks.ClosedLoopNote with { Cure = "--rate counts them" };
    }
}
