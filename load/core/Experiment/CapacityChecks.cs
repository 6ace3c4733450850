namespace TwoTier.Load.Experiment;

/// <summary>Checks whether the result of a capacity search can be trusted.</summary>
internal static class CapacityChecks
{
    private const double MaxHalfWidth = 0.05;

    // If the target answers at an excessive rate nearly as fast as at a low rate, the number of connections is the
    // limit, and not the target.
    private const double MinSlowdown = 1.3;

    public static IReadOnlyList<ValidityCheck> Evaluate(
        CapacitySearch search, int connections, IReadOnlyList<MonitoredProcess> processes)
    {
        RunResult[] runs = [.. search.Trials.Select(trial => trial.Run).OfType<RunResult>()];
        return
        [
            CheckJudgedTrials(search),
            .. CheckConnections(search, connections),
            CheckInterval(search),
            .. RunChecks.CheckSending([.. runs.Select(run => run.Measurement)]),
            .. ResourceChecks.CheckProcesses(
                [
                    .. runs.Select(run =>
                        (run.Measurement.Counters.Successes, run.Measurement.UnfinishedRequests, run.Usage)),
                ],
                processes),
        ];
    }

    private static ValidityCheck CheckJudgedTrials(CapacitySearch search)
    {
        var unjudged = search.Trials.Where(trial => trial.Outcome == TrialOutcome.NotJudged).ToArray();
        var check = ValidityCheck.Expect(
            unjudged is [],
            "judged", "Trials that were judged",
            $"{search.Trials.Count - unjudged.Length} of {search.Trials.Count}"
                + (unjudged is [.., var last] ? $"; {string.Join("; ", last.Reasons)}" : ""),
            "the load tool is not the limit",
            "the tool or other work on this machine may be why the other trials failed: "
                + "try another machine for the tool");
        return search.IsLimitedByTool ? check with { State = CheckState.Fail } : check;
    }

    private static IEnumerable<ValidityCheck> CheckConnections(CapacitySearch search, int connections)
    {
        var judged = search.Trials.Where(trial => trial.Run is not null).OrderBy(trial => trial.Rate).ToArray();
        var slow = judged.LastOrDefault(trial => trial.Outcome == TrialOutcome.Failed)?.Run!.Measurement.OpenLoop;
        var fast = judged.FirstOrDefault(trial => trial.Outcome == TrialOutcome.Succeeded)?.Run!.Measurement.OpenLoop;
        if (slow is null || fast is null)
            yield break;
        var areLimit = slow.QueuedRequests > 0 && GetMedianServiceTime(slow) < MinSlowdown * GetMedianServiceTime(fast);
        yield return ValidityCheck.Require(
            !areLimit,
            "connections", "The target, not the number of connections, is the limit",
            areLimit ? $"all {connections} connections were busy, and the target was as fast as at a low rate" : "yes",
            "yes",
            $"try more connections: -c {4 * connections}");
    }

    private static double GetMedianServiceTime(OpenLoopCounters counters) =>
        counters.ServiceTime.GetValueAtQuantile(0.5);

    private static ValidityCheck CheckInterval(CapacitySearch search)
    {
        var halfWidth = search.Estimate is { } estimate ? Math.Sqrt(estimate.High / estimate.Low) - 1 : (double?)null;
        return ValidityCheck.Expect(
            halfWidth <= MaxHalfWidth,
            "interval", "Half width of the 95 % interval",
            halfWidth is { } known ? $"{known * 100:0.0} %" : "no interval", $"{MaxHalfWidth * 100:0} %",
            "try a longer search, such as --within 10m");
    }
}
