namespace TwoTier.Load.Validity;

/// <summary>
/// Checks whether open loops kept to their arrival schedules. Each stage or variant is checked separately, so that a
/// good one does not hide a bad one, and the worst one is reported.
/// </summary>
internal static class OpenLoopChecks
{
    public const string ScheduleDelayId = "lateness";

    // The share of a latency that may be the tool's own delay, if the delay exceeds the limit. It applies to the
    // percentiles above p99, which a single pause of the tool can reach.
    private const double MaxLatencyShare = 0.2;
    private const double P99 = 0.99;
    private const double MinSentShare = 0.99;
    private static readonly double[] HigherQuantiles = [0.999, 0.9999];

    public static IReadOnlyList<ValidityCheck> Evaluate(
        IReadOnlyList<(string Name, OpenLoopCounters Counters, LatencyHistogram Latency)> parts, RunLimits limits) =>
    [
        CheckSentShare(parts),
        CheckScheduleDelay(parts, limits.MaxScheduleDelay),
    ];

    private static ValidityCheck CheckSentShare(
        IReadOnlyList<(string Name, OpenLoopCounters Counters, LatencyHistogram Latency)> parts)
    {
        // Requests that were still queued when the run was stopped are left out.
        var (name, sent, due) = parts
            .Select(part => (
                part.Name,
                Sent: part.Counters.SentRequests,
                Due: part.Counters.ArrivedRequests - part.Counters.AbandonedRequests))
            .MinBy(part => part.Sent / Math.Max(1.0, part.Due));
        return ValidityCheck.Require(
            sent >= MinSentShare * due,
            "planned", "Requests sent as planned",
            $"{FormatCount(sent)} of {FormatCount(due)}{(parts.Count == 1 ? "" : $" ({name})")}",
            $"{MinSentShare * 100:0.###} %",
            "the queue was full: try a lower rate or more connections (-c)");
    }

    private static ValidityCheck CheckScheduleDelay(
        IReadOnlyList<(string Name, OpenLoopCounters Counters, LatencyHistogram Latency)> parts, TimeSpan maximum)
    {
        var maximumMs = maximum.TotalMilliseconds;
        var delays =
            from part in parts
            from quantile in HigherQuantiles.Prepend(P99)
            let latency = quantile > P99 ? part.Latency.GetReliableQuantile(quantile) : 0
            where latency is not null
            let limit = Math.Max(maximumMs, MaxLatencyShare * latency.Value / 1e6)
            let delay = part.Counters.ScheduleDelay.GetValueAtQuantile(quantile) / 1e6
            select (part.Name, Quantile: quantile, Latency: latency.Value / 1e6, Delay: delay, IsLate: delay > limit);
        var worst = delays.MaxBy(one => (one.IsLate, one.Quantile == P99, one.Delay));
        return ValidityCheck.Require(
            !worst.IsLate, ScheduleDelayId, $"Load tool's own schedule delay, p{worst.Quantile * 100:0.##}",
            $"{FormatNumber(worst.Delay)} ms{(worst.Latency > 0 ? $" of {FormatNumber(worst.Latency)} ms" : "")}"
                + (parts.Count == 1 ? "" : $" ({worst.Name})"),
            $"{FormatNumber(maximumMs)} ms{(worst.Latency > 0 ? $", or {MaxLatencyShare * 100:0} % of it" : "")}",
            "the tool could not keep its own schedule: try a lower rate, or a core for the tool alone "
                + "(taskset -c 1 load run …)");
    }
}
