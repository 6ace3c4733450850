using Load.Metrics;
using static Load.Units.SignificantDigits;

namespace Load.Validity;

/// <summary>Whether open loops kept to their plans: each phase or variant by itself, so that no other hides it.</summary>
internal static class OpenLoopChecks
{
    /// <param name="parts">Phases or variants with their names; one at least.</param>
    /// <param name="limits">For each of them.</param>
    public static IReadOnlyList<Check> Evaluate(IReadOnlyList<(string Name, OpenLoopCounters Arrivals)> parts, OpenLoopLimits limits) =>
        [CheckSent(parts, limits.MinSentShare), CheckScheduleDelay(parts, limits.MaxScheduleDelay)];

    // What came due, but for those who still waited when somebody asked to stop.
    private static long GetDue(OpenLoopCounters arrivals) => arrivals.Arrived - arrivals.Abandoned;

    private static Check CheckSent(IReadOnlyList<(string Name, OpenLoopCounters Arrivals)> parts, double fewest)
    {
        var worst = parts.MinBy(part => part.Arrivals.Sent / Math.Max(1.0, GetDue(part.Arrivals)));
        return new Check(
            "planned",
            "Requests sent as planned",
            $"{FormatCount(worst.Arrivals.Sent)} of {FormatCount(GetDue(worst.Arrivals))}{Evaluate(worst.Name, parts.Count)}",
            $"{fewest * 100:0.###} %",
            Check.FailUnless(worst.Arrivals.Sent >= fewest * GetDue(worst.Arrivals)),
            "the queue was full: a lower rate, more connections (-c) or a longer queue (--max-backlog)");
    }

    // The delay is the tool's own: those that waited for a connection are not in it.
    private static Check CheckScheduleDelay(IReadOnlyList<(string Name, OpenLoopCounters Arrivals)> parts, TimeSpan most)
    {
        var worst = parts.MaxBy(part => part.Arrivals.ScheduleDelay.GetValueAtQuantile(0.99));
        var p99 = TimeSpan.FromMicroseconds(worst.Arrivals.ScheduleDelay.GetValueAtQuantile(0.99) / 1000.0);
        return new Check(
            "lateness",
            "Load tool's own lateness, p99",
            $"{FormatNumber(p99.TotalMilliseconds)} ms{Evaluate(worst.Name, parts.Count)}",
            $"{FormatNumber(most.TotalMilliseconds)} ms",
            Check.FailUnless(p99 <= most),
            "it could not keep its own schedule: a lower rate, or a core of its own (taskset -c 1 load run …)");
    }

    private static string Evaluate(string name, int parts) => parts == 1 ? "" : $" ({name})";
}
