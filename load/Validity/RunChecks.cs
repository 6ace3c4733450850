using Load.Metrics;
using Load.Target;
using static Load.Units.SignificantDigits;

namespace Load.Validity;

/// <summary>The checks that hold for any stretch of load.</summary>
internal static class RunChecks
{
    private const double ErrorLimit = 0.001;
    private const double ShortestJudged = 1;
    private const double MostJit = 0.1;

    public static Check CheckErrors(RequestCounters all) => new(
        "errors",
        "Errors",
        $"{FormatCount(all.Errors)} of {FormatCount(all.Requests)}"
            + (all.CheckFailures > 0 ? $", check failed {FormatCount(all.CheckFailures)}" : ""),
        "< 0.1 %",
        Check.FailUnless(all.Requests > 0 && all.Errors < ErrorLimit * all.Requests),
        "look at what the target answers: load run -u URL");

    /// <summary>
    /// Above half of the cores the tool takes the processor from what it measures on the same machine, and a closed
    /// loop then measures the tool.
    /// </summary>
    public static Check CheckToolCpu(double cores, int machine, double seconds) => new(
        "self",
        "Load tool's own CPU",
        $"{cores:0.00} of {machine} cores",
        $"< {machine / 2.0:0.0##}",
        seconds < ShortestJudged ? CheckState.Note : Check.FailUnless(cores < machine / 2.0),
        seconds < ShortestJudged
            ? "too short to judge: compilation counts most"
            : "it competed with what it measured: give it fewer connections, such as -c 4, or a machine of its own");

    public static Check CheckServerCount(IReadOnlyCollection<ResourceUsage> stretches, MonitoredProcess loaded)
    {
        var counted = stretches.Count(usage => usage.ServerRequests is not null);
        var wrong = stretches.Count(usage => !usage.Agrees);
        return counted == 0
            ? new Check(
                "server",
                "Client and server counts not compared",
                $"no request count at {loaded.BaseUrl}/metrics",
                "all",
                CheckState.Note)
            : new Check(
                "server",
                "Client and server counts agree",
                $"{counted - wrong} of {counted} slices",
                "all",
                Check.FailUnless(wrong == 0),
                "let nothing else call the target while it is measured");
    }

    /// <summary>Each tier that has a counter to reconcile counted what the client took for a success, in each stretch.</summary>
    public static IEnumerable<Check> CheckReconciliation(
        IReadOnlyCollection<(Measurement Recorded, ResourceUsage Usage)> stretches, IReadOnlyList<MonitoredProcess> processes)
    {
        foreach (var process in processes.Where(process => process.Reconciled is not null))
        {
            var counted = stretches.Select(stretch => stretch.Usage.Processes.GetValueOrDefault(process.Name)?.Reconciled).ToArray();
            var agreed = stretches.Zip(counted).Count(one => one.Second == one.First.Recorded.Counters.Successes);
            yield return new Check(
                "reconciled",
                $"{process.Name}: {process.Reconciled} is the successes",
                $"{FormatWhole(counted.Sum())} of {FormatCount(stretches.Sum(stretch => stretch.Recorded.Counters.Successes))}"
                    + (agreed < stretches.Count ? $", unlike in {stretches.Count - agreed} of {stretches.Count} slices" : ""),
                "all",
                Check.FailUnless(agreed == stretches.Count),
                "what was answered is not what was done: let nothing else call the tier, and look for retries and timeouts");
        }
    }

    /// <summary>A comparison waits until its variants are warm; a run takes the target as it is, and says so.</summary>
    public static IEnumerable<Check> CheckWarmup(ResourceUsage usage)
    {
        if (usage.Processes.GetValueOrDefault(MonitoredProcess.Target)?.JitShare is { } share)
        {
            yield return new Check(
                "warm",
                "Compiling, of the target's CPU",
                $"{share * 100:0.0} %",
                $"< {MostJit * 100:0} %",
                Check.NoteUnless(share < MostJit),
                share < MostJit ? null : "warm it longer: --warmup 20s");
        }
    }

    public static Check ClosedLoopNote { get; } = new(
        "model", "Closed loop", "stalls are under-counted", "", CheckState.Note);
}
