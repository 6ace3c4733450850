using Load.Metrics;
using Load.Target;
using Load.Validity;

namespace Load.Engine;

/// <summary>Whether to believe a run, and whether it is what was asked for.</summary>
/// <param name="limits">Of an open loop.</param>
/// <param name="thresholds">What was asked for.</param>
internal sealed class RunJudge(OpenLoopLimits limits, IReadOnlyList<Threshold> thresholds)
{
    public RunResult Judge(RunResult ran, IReadOnlyList<MonitoredProcess> tiers, int cores)
    {
        var recorded = ran.Recorded;
        return ran with
        {
            Checks =
            [
                .. OfTheModels(ran.Phases),
                RunChecks.Errors(recorded.Tally),
                RunChecks.OwnCpu(ran.OwnCores, cores, recorded.Seconds),
                .. tiers.Where(tier => tier.Name == MonitoredProcess.Target).Select(loaded => RunChecks.CheckServerCount([ran.Usage], loaded)),
                .. RunChecks.Reconciled([(recorded, ran.Usage)], tiers),
                .. RunChecks.Warm(ran.Usage),
            ],
            Thresholds = [.. thresholds.Select(threshold => threshold.Judge(recorded))],
        };
    }

    private IEnumerable<Check> OfTheModels(IReadOnlyList<StageResult> phases)
    {
        (string, OpenLoopCounters)[] open =
            [.. phases.Where(phase => phase.Recorded.Arrivals is not null).Select(phase => (phase.Phase.Name, phase.Recorded.Arrivals!))];
        if (open.Length > 0)
        {
            foreach (var check in OpenLoopChecks.Evaluate(open, limits))
                yield return check;
        }

        if (phases.Any(phase => phase.Phase.Workload is ClosedLoopProfile))
            yield return RunChecks.ClosedLoop with { Cure = "--rate counts them" };
    }
}
