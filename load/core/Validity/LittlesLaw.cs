namespace TwoTier.Load.Validity;

internal sealed record ClosedLoop(string Name, int Concurrency, Measurement Measurement);

/// <summary>
/// Checks a closed loop by Little's law: the number of requests in flight is the throughput times the mean latency.
/// Without think time, every worker has a request in flight all the time, so the product must be the concurrency. If it
/// is lower, the workers spent time outside of the measured latencies.
/// </summary>
internal static class LittlesLaw
{
    private const double MaxDeviation = 0.02;
    private const double MinSeconds = 1;

    /// <summary>Reports the loop that deviates most of those that lasted at least a second, if any.</summary>
    public static IEnumerable<ValidityCheck> Evaluate(IEnumerable<ClosedLoop> loops)
    {
        var measured = (
            from loop in loops
            let counters = loop.Measurement.Counters
            let busy = loop.Measurement.BusySeconds
            where busy >= MinSeconds && counters.Requests > 0
            let inFlight = counters.Requests / busy * counters.Latency.Mean / 1e9
            let deviation = Math.Abs(loop.Concurrency - inFlight) / loop.Concurrency
            orderby deviation descending
            select (loop.Name, loop.Concurrency, InFlight: inFlight, Deviation: deviation)).ToArray();
        if (measured is not [var worst, ..])
            yield break;
        var which = measured.Length == 1 ? "" : $" ({worst.Name})";
        yield return ValidityCheck.Expect(
            worst.Deviation < MaxDeviation,
            "littles-law", $"Little's law: throughput × mean latency equals the concurrency{which}",
            $"{FormatNumber(worst.InFlight)} of {worst.Concurrency}, {worst.Deviation * 100:0.0} % off",
            $"{MaxDeviation * 100:0} %",
            worst.InFlight < worst.Concurrency
                ? "between requests, connections waited for the tool, so the target could do more: try fewer "
                    + "connections, or another machine for the tool"
                : "latencies overlap, which a closed loop rules out: please report this as an error of the tool");
    }
}
