using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Validity;

/// <summary>The validity checks that apply to any load profile.</summary>
internal static class RunChecks
{
    /// <summary>The identifier of the check for errors that a run is meant to show.</summary>
    public const string ExpectedErrorsId = "expected-errors";

    private const double MinSecondsForToolCpu = 1;
    private const double MaxJitShare = 0.1;

    /// <summary>A note that a closed loop suffers from coordinated omission.</summary>
    public static ValidityCheck ClosedLoopNote { get; } = new(
        "model", "Closed loop", "stalls are under-counted", "", CheckState.Note);

    /// <summary>Checks that not more than a share of the requests failed.</summary>
    public static ValidityCheck CheckErrors(RequestCounters counters, double maxShare) => new(
        "errors",
        "Errors",
        $"{FormatCount(counters.Errors)} of {FormatCount(counters.Requests)}"
            + (counters.CheckFailures > 0 ? $", check failed {FormatCount(counters.CheckFailures)}" : ""),
        $"{maxShare * 100:0.###} %",
        ValidityCheck.FailUnless(counters.Requests > 0 && counters.Errors <= maxShare * counters.Requests),
        "look at the responses of the target: load run -u URL; where errors are expected, --limit errors=1% allows more");

    /// <summary>Checks the errors of a run, some kinds of which may be what the run is meant to show.</summary>
    public static ValidityCheck CheckErrors(RequestCounters counters, RunLimits limits)
    {
        var expected = counters.GetFailures().Where(failure => limits.ExpectedErrors.Contains(failure.Kind)).ToArray();
        var others = counters.Errors - expected.Sum(failure => failure.Count);
        if (limits.ExpectedErrors.Count == 0 || others > limits.MaxErrorShare * counters.Requests)
            return CheckErrors(counters, limits.MaxErrorShare);
        var kinds = string.Join(", ", limits.ExpectedErrors);
        return new ValidityCheck(
            ExpectedErrorsId,
            "Errors that the run is meant to show",
            expected.Length == 0
                ? $"none in {FormatCount(counters.Requests)} requests"
                : string.Join(", ", expected.Select(failure => $"{FormatCount(failure.Count)} × {failure.Kind}"))
                    + $" in {FormatCount(counters.Requests)} requests",
            kinds,
            ValidityCheck.FailUnless(expected.Length > 0),
            "raise the load until the target fails, or leave out --expect-errors");
    }

    /// <summary>
    /// Checks that the HTTP client sent no request twice. If it did, the target may have processed the request twice,
    /// so neither the number of requests nor the latencies would be what they seem.
    /// </summary>
    /// <returns>The check, or nothing if the client sent each request once.</returns>
    public static IEnumerable<ValidityCheck> CheckResentRequests(long resent)
    {
        if (resent == 0)
            yield break;
        yield return new ValidityCheck(
            "resent",
            "Requests sent again by the HTTP client",
            FormatCount(resent),
            "0",
            CheckState.Fail,
            "the target refuses requests on open connections: look at its limits and restarts, or leave out --http2");
    }

    /// <summary>
    /// Checks that the load tool used less than half of the machine's cores. Above that, the tool takes CPU from a
    /// target on the same machine, and a closed loop measures the tool instead of the target.
    /// </summary>
    public static ValidityCheck CheckToolCpu(double toolCores, int machineCores, double seconds)
    {
        var isTooShort = seconds < MinSecondsForToolCpu;
        return new ValidityCheck(
            "self",
            "Load tool's own CPU",
            $"{toolCores:0.00} of {machineCores} cores",
            $"< {machineCores / 2.0:0.0##}",
            isTooShort ? CheckState.Note : ValidityCheck.FailUnless(toolCores < machineCores / 2.0),
            isTooShort
                ? "the run was too short to tell: JIT compilation dominates its first second"
                : "the tool competed with the target for CPU: try fewer connections, such as -c 4, "
                    + "or another machine for the tool");
    }

    /// <summary>Checks that the target counted as many requests in each measurement as the load tool sent.</summary>
    public static ValidityCheck CheckServerCount(IReadOnlyCollection<ResourceUsage> usages, MonitoredProcess target)
    {
        var counted = usages.Count(usage => usage.ServerRequests is not null);
        var wrong = usages.Count(usage => !usage.Agrees);
        return counted == 0
            ? new ValidityCheck(
                "server",
                "Client and server counts not compared",
                $"the requests of the run are not counted at {Redactor.Default.RedactUrl(target.MetricsUrl)}",
                "all",
                CheckState.Note)
            : new ValidityCheck(
                "server",
                "Client and server counts agree",
                $"{counted - wrong} of {counted} measurements",
                "all",
                ValidityCheck.FailUnless(wrong == 0),
                "let nothing else call the target while it is measured");
    }

    /// <summary>Adds a note for each monitored process that restarted while it was measured.</summary>
    public static IEnumerable<ValidityCheck> CheckRestarts(IReadOnlyCollection<ResourceUsage> usages) => usages
        .SelectMany(usage => usage.Processes)
        .GroupBy(process => process.Key, process => process.Value)
        .Where(readings => readings.Any(used => used is { IsRestarted: true }))
        .Select(readings => new ValidityCheck(
            "restarted",
            $"{readings.Key} restarted, or another process answered under its address",
            $"in {readings.Count(used => used is { IsRestarted: true })} of {readings.Count()} measurements",
            "none",
            CheckState.Note,
            "the costs of the process count from its restart on"));

    /// <summary>
    /// Checks that the counters to reconcile agree with the client: in each measurement, the counter of a monitored
    /// process must grow by the number of successful responses. It may also count requests that had no answer when the
    /// run was stopped. Processes without such a counter are skipped.
    /// </summary>
    public static IEnumerable<ValidityCheck> CheckReconciliation(
        IReadOnlyCollection<(long Successes, long Unfinished, ResourceUsage Usage)> measurements,
        IReadOnlyList<MonitoredProcess> processes)
    {
        var successes = measurements.Select(one => one.Successes).ToArray();
        foreach (var process in processes.Where(process => process.ReconciledCounterName is not null))
        {
            var counted = measurements
                .Select(one => one.Usage.Processes.GetValueOrDefault(process.Name)?.ReconciledCounterValue)
                .ToArray();
            var different = measurements.Zip(counted).Count(pair => !(pair.Second >= pair.First.Successes
                && pair.Second <= pair.First.Successes + pair.First.Unfinished));
            yield return new ValidityCheck(
                "reconciled",
                $"{process.Name}: {process.ReconciledCounterName} equals the number of successes",
                $"{FormatInteger(counted.Sum())} of {FormatCount(successes.Sum())}"
                    + (different > 0 ? $", different in {different} of {successes.Length} measurements" : ""),
                "all",
                ValidityCheck.FailUnless(different == 0),
                $"the counts must be equal: let nothing else call {process.Name}, "
                    + "and look for retries and timeouts");
        }
    }

    /// <summary>
    /// Adds a note to a run whose target still compiled much code. A comparison needs no such check, because each
    /// variant is warmed up until its target compiles little.
    /// </summary>
    /// <returns>The check, or nothing if the target does not expose its JIT compilation time.</returns>
    public static IEnumerable<ValidityCheck> CheckWarmup(ResourceUsage usage)
    {
        if (usage.Processes.GetValueOrDefault(MonitoredProcess.Target)?.JitShare is not { } share)
            yield break;
        var isWarm = share < MaxJitShare;
        yield return new ValidityCheck(
            "warm",
            "JIT compilation, share of the target's CPU",
            // The runtime measures JIT compilation as elapsed time, which can be longer than the CPU time.
            share > 1 ? "up to 100 %" : $"{share * 100:0.0} %",
            $"< {MaxJitShare * 100:0} %",
            ValidityCheck.NoteUnless(isWarm),
            isWarm ? null : "try a longer warm-up: --warmup 20s");
    }
}
