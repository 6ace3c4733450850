namespace TwoTier.Load.Experiment;

/// <summary>Checks whether the result of a capacity search can be trusted.</summary>
internal static class CapacityChecks
{
    private const double MaxHalfWidth = 0.05;

    // If the target answers at an excessive rate nearly as fast as at a low rate, the number of connections is the
    // limit, and not the target.
    private const double MinSlowdown = 1.3;

    /// <summary>Runs all validity checks of a capacity search.</summary>
    public static IReadOnlyList<ValidityCheck> Evaluate(
        CapacitySearch search, int connections, IReadOnlyList<MonitoredProcess> processes)
    {
        RunResult[] runs = [.. search.Trials.Select(trial => trial.Run).OfType<RunResult>()];
        ResourceUsage[] usages = [.. runs.Select(run => run.Usage)];
        return
        [
            CheckJudgedTrials(search),
            .. CheckConnections(search, connections),
            CheckInterval(search),
            .. RunChecks.CheckResentRequests(runs.Sum(run => run.Measurement.ResentRequests)),
            .. processes.Where(process => process.Name == MonitoredProcess.Target)
                .Select(target => RunChecks.CheckServerCount(usages, target)),
            .. RunChecks.CheckRestarts(usages),
        ];
    }

    private static ValidityCheck CheckJudgedTrials(CapacitySearch search)
    {
        var unjudged = search.Trials.Where(trial => trial.Outcome == TrialOutcome.NotJudged).ToArray();
        return new ValidityCheck(
            "judged",
            "Trials that were judged",
            $"{search.Trials.Count - unjudged.Length} of {search.Trials.Count}"
                + (unjudged.Length > 0 ? $"; {string.Join("; ", unjudged[^1].Reasons)}" : ""),
            "the load tool is not the limit",
            search.IsLimitedByTool ? CheckState.Fail : ValidityCheck.NoteUnless(unjudged.Length == 0),
            unjudged.Length == 0
                ? null
                : "the tool or other work on this machine may be why the other trials failed: "
                    + "try another machine for the tool");
    }

    private static IEnumerable<ValidityCheck> CheckConnections(CapacitySearch search, int connections)
    {
        var judged = search.Trials.Where(trial => trial.Run is not null).OrderBy(trial => trial.Rate).ToArray();
        var slow = judged.LastOrDefault(trial => trial.Outcome == TrialOutcome.Failed)?.Run!.Measurement.OpenLoop;
        var fast = judged.FirstOrDefault(trial => trial.Outcome == TrialOutcome.Succeeded)?.Run!.Measurement.OpenLoop;
        if (slow is null || fast is null)
            yield break;
        var areLimit = slow.QueuedRequests > 0 && GetMedianServiceTime(slow) < MinSlowdown * GetMedianServiceTime(fast);
        yield return new ValidityCheck(
            "connections",
            "The target, not the number of connections, is the limit",
            areLimit ? $"all {connections} connections were busy, and the target was as fast as at a low rate" : "yes",
            "yes",
            ValidityCheck.FailUnless(!areLimit),
            areLimit ? $"try more connections: -c {4 * connections}" : null);
    }

    private static double GetMedianServiceTime(OpenLoopCounters counters) =>
        counters.ServiceTime.GetValueAtQuantile(0.5);

    private static ValidityCheck CheckInterval(CapacitySearch search)
    {
        var halfWidth = search.Estimate is { } estimate ? Math.Sqrt(estimate.High / estimate.Low) - 1 : (double?)null;
        return new ValidityCheck(
            "interval",
            "Half width of the 95 % interval",
            halfWidth is { } known ? $"{known * 100:0.0} %" : "no interval",
            $"{MaxHalfWidth * 100:0} %",
            ValidityCheck.NoteUnless(halfWidth <= MaxHalfWidth),
            halfWidth <= MaxHalfWidth ? null : "try a longer search, such as --within 10m");
    }
}
