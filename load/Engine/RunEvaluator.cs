using Load.Metrics;
using Load.Target;
using Load.Validity;

namespace Load.Engine;

/// <summary>Decides whether a run is valid, and whether it meets the user's thresholds.</summary>
/// <param name="limits">The limits beyond which an open loop or a burst is invalid.</param>
/// <param name="thresholds">The thresholds that the user set.</param>
internal sealed class RunEvaluator(OpenLoopLimits limits, IReadOnlyList<Threshold> thresholds)
{
    /// <summary>Returns the result of a run with its validity checks and threshold results added.</summary>
    /// <param name="result">The result of the run to evaluate.</param>
    /// <param name="processes">The monitored processes.</param>
    /// <param name="cores">The number of cores of this machine.</param>
    public RunResult Evaluate(RunResult result, IReadOnlyList<MonitoredProcess> processes, int cores)
    {
        var measurement = result.Measurement;
        return result with
        {
            Checks =
            [
                .. CheckLoadModels(result.Stages),
                .. BurstChecks.Evaluate(measurement.Bursts, limits.MaxScheduleDelay),
                RunChecks.CheckErrors(measurement.Counters),
                .. RunChecks.CheckResent(measurement.Resent),
                RunChecks.CheckToolCpu(result.ToolCores, cores, measurement.ElapsedSeconds),
                .. processes
                    .Where(process => process.Name == MonitoredProcess.Target)
                    .Select(target => RunChecks.CheckServerCount([result.Usage], target)),
                .. RunChecks.CheckRestarts([result.Usage]),
                .. RunChecks.CheckReconciliation(
                    [(measurement.Counters.Successes, result.Usage)], processes),
                .. RunChecks.CheckWarmup(result.Usage),
            ],
            Thresholds = [.. thresholds.Select(threshold => threshold.Evaluate(measurement))],
        };
    }

    private IEnumerable<ValidityCheck> CheckLoadModels(IReadOnlyList<StageResult> stages)
    {
        (string, OpenLoopCounters)[] openLoops =
        [
            .. stages
                .Where(result => result.Measurement.OpenLoop is not null)
                .Select(result => (result.Stage.Name, result.Measurement.OpenLoop!)),
        ];
        if (openLoops.Length > 0)
        {
            foreach (var check in OpenLoopChecks.Evaluate(openLoops, limits))
                yield return check;
        }

        if (stages.Any(result => result.Stage.Profile is ClosedLoopProfile))
            yield return RunChecks.ClosedLoopNote with { Cure = "--rate counts them" };
    }
}
