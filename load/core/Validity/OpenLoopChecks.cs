using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Validity;

/// <summary>
/// Checks whether open loops kept to their arrival schedules. Each stage or variant is checked separately, so that a
/// good one does not hide a bad one.
/// </summary>
internal static class OpenLoopChecks
{
    /// <summary>The identifier of the check of the load tool's own schedule delay.</summary>
    public const string ScheduleDelayId = "lateness";

    /// <summary>
    /// Runs the checks of open loops, and reports for each check the stage or variant with the worst outcome.
    /// </summary>
    public static IReadOnlyList<ValidityCheck> Evaluate(
        IReadOnlyList<(string Name, OpenLoopCounters Counters)> parts, RunLimits limits) =>
        [CheckSentShare(parts, limits.MinSentShare), CheckScheduleDelay(parts, limits.MaxScheduleDelay)];

    private static ValidityCheck CheckSentShare(
        IReadOnlyList<(string Name, OpenLoopCounters Counters)> parts, double minShare)
    {
        var (name, worst) = parts.MinBy(
            part => part.Counters.SentRequests / Math.Max(1.0, CountDueRequests(part.Counters)));
        return new ValidityCheck(
            "planned",
            "Requests sent as planned",
            $"{FormatCount(worst.SentRequests)} of {FormatCount(CountDueRequests(worst))}{FormatName(name, parts.Count)}",
            $"{minShare * 100:0.###} %",
            ValidityCheck.FailUnless(worst.SentRequests >= minShare * CountDueRequests(worst)),
            "the queue was full: try a lower rate, more connections (-c) or a longer queue (--limit backlog=20000)");
    }

    private static ValidityCheck CheckScheduleDelay(
        IReadOnlyList<(string Name, OpenLoopCounters Counters)> parts, TimeSpan maximum)
    {
        var (name, worst) = parts.MaxBy(part => part.Counters.ScheduleDelay.GetValueAtQuantile(0.99));
        var p99 = TimeSpan.FromMicroseconds(worst.ScheduleDelay.GetValueAtQuantile(0.99) / 1000.0);
        return new ValidityCheck(
            ScheduleDelayId,
            "Load tool's own schedule delay, p99",
            $"{FormatNumber(p99.TotalMilliseconds)} ms{FormatName(name, parts.Count)}",
            $"{FormatNumber(maximum.TotalMilliseconds)} ms",
            ValidityCheck.FailUnless(p99 <= maximum),
            "the tool could not keep its own schedule: try a lower rate, or a core for the tool alone "
            + "(taskset -c 1 load run …)");
    }

    // Gets the number of requests that became due, except for those that were still queued when the run was stopped.
    private static long CountDueRequests(OpenLoopCounters counters) =>
        counters.ArrivedRequests - counters.AbandonedRequests;

    private static string FormatName(string name, int parts) => parts == 1 ? "" : $" ({name})";
}
