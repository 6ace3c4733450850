namespace TwoTier.Load.Validity;

/// <summary>The validity checks of the CPU time, and of what the monitored processes counted.</summary>
internal static class ResourceChecks
{
    private const double MaxJitShare = 0.1;

    /// <summary>A target that mostly waits uses so little CPU time that a few methods are a tenth of it.</summary>
    private const double MaxJitShareOfRun = 0.01;

    // CPU time is counted in hundredths of a second, so a shorter time gives no reliable share.
    private const double MinSecondsForCpu = 1;
    private const double MaxShareBesideTarget = 0.5;
    private const double MaxShareAlone = 0.9;

    /// <summary>
    /// Checks that the load tool used less than half of the machine's cores. Above that, the tool takes CPU from a
    /// target on the same machine, and a closed loop measures the tool instead of the target. If the target is
    /// elsewhere, the tool may use almost all. In the first second of a run, JIT compilation would dominate.
    /// </summary>
    public static IEnumerable<ValidityCheck> CheckToolCpu(
        double toolCores, int machineCores, double seconds, bool isAlone)
    {
        var limit = machineCores * (isAlone ? MaxShareAlone : MaxShareBesideTarget);
        if (seconds >= MinSecondsForCpu)
        {
            yield return ValidityCheck.Require(
                toolCores < limit,
                "self", "Load tool's own CPU", $"{toolCores:0.00} of {machineCores} cores", $"< {limit:0.0##}",
                isAlone ? "the tool was the limit, not the target: try fewer connections, or a machine with more cores"
                    : "the tool competed with the target for CPU: try fewer connections, such as -c 4, "
                        + "or another machine for the tool");
        }
    }

    /// <summary>
    /// Checks that the target counted as many requests in each measurement as the load tool sent, and that no process
    /// forwards them.
    /// </summary>
    public static IEnumerable<ValidityCheck> CheckProcesses(params IReadOnlyCollection<ResourceUsage> usages) =>
    [
        .. CheckServerCount(
            [.. usages.Where(usage => usage.Processes.ContainsKey(MonitoredProcess.Target))]),
        .. CheckForwarders(usages),
    ];

    // A target that counts no requests of the run is not compared.
    private static IEnumerable<ValidityCheck> CheckServerCount(ResourceUsage[] usages)
    {
        var counted = usages.Count(usage => usage.CountAgrees is not null);
        var wrong = usages.Count(usage => usage.CountAgrees is false);
        if (counted > 0)
        {
            yield return ValidityCheck.Require(
                wrong == 0,
                "server", "Client and server counts agree",
                $"{counted - wrong} of {counted} measurements"
                    + (counted < usages.Length ? $", no count in {usages.Length - counted} of {usages.Length}" : ""),
                "all",
                "let nothing else call the target while it is measured");
        }
    }

    /// <summary>
    /// Adds a note to a run whose target still compiled much code, if the target exposes its JIT compilation time: a
    /// cold run is no measurement.
    /// </summary>
    public static IEnumerable<ValidityCheck> CheckWarmup(ResourceUsage usage, double elapsedSeconds)
    {
        var target = usage.Processes.GetValueOrDefault(MonitoredProcess.Target);
        if (target?.JitShare is not { } share)
            yield break;
        yield return ValidityCheck.Require(
            share < MaxJitShare || target.JitSeconds < MaxJitShareOfRun * elapsedSeconds,
            "warm", "JIT compilation, share of the target's CPU",
            // The runtime measures JIT compilation as elapsed time, which can be longer than the CPU time.
            share > 1 ? "up to 100 %" : $"{share * 100:0.0} %",
            $"< {MaxJitShare * 100:0} %, or {MaxJitShareOfRun * 100:0} % of the run",
            "try a longer warm-up: --warmup 20s",
            isNote: true);
    }

    private static IEnumerable<ValidityCheck> CheckForwarders(IEnumerable<ResourceUsage> usages) =>
        from usage in usages
        from process in usage.Processes
        where process.Value is { IsForwarder: true }
        group process by (Name: process.Key, process.Value!.Program) into forwarder
        select new ValidityCheck(
            "forwarder", $"CPU time of the {forwarder.Key.Name}", $"not measured: {forwarder.Key.Program} forwards",
            "that of the processes that answer", CheckState.Note, "send the requests to the program behind it");
}
