using Load.Recording;
using static Load.Reporting.Figures;

namespace Load.Checking;

/// <summary>Whether an open loop kept to its plan.</summary>
internal static class OpenChecks
{
    public static IReadOnlyList<Check> Of(Arrivals arrivals, OpenLimits limits) =>
        [Sent(arrivals, limits.FewestSent), Lateness(arrivals, limits.MostLateness)];

    /// <param name="arrivals">Of those that came due: a run that was cut short is judged by what it did.</param>
    /// <param name="fewest">Share of them.</param>
    private static Check Sent(Arrivals arrivals, double fewest)
    {
        var sent = arrivals.Arrived - arrivals.Dropped;
        return new Check(
            "planned",
            "Requests sent as planned",
            $"{Count(sent)} of {Count(arrivals.Arrived)}",
            $"{fewest * 100:0.###} %",
            Check.FailUnless(sent >= fewest * arrivals.Arrived),
            "the queue was full: a lower rate, more connections (-c) or a longer queue (--max-backlog)");
    }

    /// <summary>The delay is the tool's own: those that waited for a connection are not in it.</summary>
    private static Check Lateness(Arrivals arrivals, TimeSpan most)
    {
        var p99 = TimeSpan.FromMicroseconds(arrivals.Lateness.ValueAt(0.99) / 1000.0);
        return new Check(
            "lateness",
            "Load tool's own lateness, p99",
            $"{Figure(p99.TotalMilliseconds)} ms",
            $"{Figure(most.TotalMilliseconds)} ms",
            Check.FailUnless(p99 <= most),
            "it could not keep its own schedule: a lower rate, or a core of its own (taskset -c 1 load run …)");
    }
}
