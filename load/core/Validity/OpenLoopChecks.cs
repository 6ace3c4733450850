using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Validity;

/// <summary>
/// Checks whether open loops kept to their arrival schedules. Each stage or variant is checked separately, so that a
/// good one does not hide a bad one, and the worst one is reported.
/// </summary>
internal static class OpenLoopChecks
{
    public const string ScheduleDelayId = "lateness";

    public static IReadOnlyList<ValidityCheck> Evaluate(
        IReadOnlyList<(string Name, OpenLoopCounters Counters)> parts, RunLimits limits) =>
    [
        CheckSentShare(parts.MinBy(part => part.Counters.SentRequests / Math.Max(1.0, CountDueRequests(part.Counters))),
            parts.Count == 1, limits.MinSentShare),
        CheckScheduleDelay(parts.MaxBy(part => part.Counters.ScheduleDelay.GetValueAtQuantile(0.99)),
            parts.Count == 1, limits.MaxScheduleDelay),
    ];

    private static ValidityCheck CheckSentShare(
        (string Name, OpenLoopCounters Counters) worst, bool isOnly, double minShare)
    {
        var (sent, due) = (worst.Counters.SentRequests, CountDueRequests(worst.Counters));
        return ValidityCheck.Require(
            sent >= minShare * due,
            "planned", "Requests sent as planned",
            $"{FormatCount(sent)} of {FormatCount(due)}{(isOnly ? "" : $" ({worst.Name})")}",
            $"{minShare * 100:0.###} %",
            "the queue was full: try a lower rate, more connections (-c) or a longer queue (--limit backlog=20000)");
    }

    private static ValidityCheck CheckScheduleDelay(
        (string Name, OpenLoopCounters Counters) worst, bool isOnly, TimeSpan maximum)
    {
        var p99 = TimeSpan.FromMicroseconds(worst.Counters.ScheduleDelay.GetValueAtQuantile(0.99) / 1000.0);
        return ValidityCheck.Require(
            p99 <= maximum, ScheduleDelayId, "Load tool's own schedule delay, p99",
            $"{FormatNumber(p99.TotalMilliseconds)} ms{(isOnly ? "" : $" ({worst.Name})")}",
            $"{FormatNumber(maximum.TotalMilliseconds)} ms",
            "the tool could not keep its own schedule: try a lower rate, or a core for the tool alone "
                + "(taskset -c 1 load run …)");
    }

    // Gets the number of requests that became due, except for those that were still queued when the run was stopped.
    private static long CountDueRequests(OpenLoopCounters counters) =>
        counters.ArrivedRequests - counters.AbandonedRequests;
}
