using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Validity;

/// <summary>A closed loop without think time, as Little's law applies to it.</summary>
internal sealed record ClosedLoop(string Name, int Concurrency, Measurement Measurement)
{
    private const double MinSeconds = 1;

    /// <summary>
    /// The requests per second times their mean latency; null for less than a second.
    /// </summary>
    public double? MeanInFlight => Measurement is { BusySeconds: >= MinSeconds and var busy, Counters: var counters }
        && counters.Requests > 0
        ? counters.Requests / busy * counters.Latency.Mean / 1e9
        : null;
}

/// <summary>
/// Checks a closed loop by Little's law: the number of requests in flight is the throughput times the mean latency.
/// Without think time, every worker has a request in flight all the time, so the product must be the concurrency. If it
/// is lower, the workers spent time outside of the measured latencies.
/// </summary>
internal static class LittlesLaw
{
    private const double MaxDeviation = 0.02;

    /// <summary>
    /// Checks the closed loops of a run or of a comparison, and reports the one that deviates most. Without a closed
    /// loop that lasted at least a second, there is no check.
    /// </summary>
    public static IEnumerable<ValidityCheck> Evaluate(IEnumerable<ClosedLoop> loops)
    {
        var measured = loops
            .Select(loop => (loop.Name, loop.Concurrency, InFlight: loop.MeanInFlight ?? double.NaN))
            .Where(loop => !double.IsNaN(loop.InFlight))
            .OrderByDescending(loop => GetDeviation(loop.InFlight, loop.Concurrency))
            .ToArray();
        if (measured is not [var (name, concurrency, inFlight), ..])
            yield break;
        var deviation = GetDeviation(inFlight, concurrency);
        var which = measured.Length == 1 ? "" : $" ({name})";
        yield return ValidityCheck.Expect(
            deviation < MaxDeviation,
            "littles-law",
            $"Little's law: throughput × mean latency equals the concurrency{which}",
            $"{FormatNumber(inFlight)} of {concurrency}, {deviation * 100:0.0} % off", $"{MaxDeviation * 100:0} %",
            inFlight < concurrency
                ? "between requests, connections waited for the tool, so the target could do more: try fewer "
                    + "connections, or another machine for the tool"
                : "latencies overlap, which a closed loop rules out: please report this as an error of the tool");
    }

    private static double GetDeviation(double inFlight, int concurrency) =>
        Math.Abs(concurrency - inFlight) / concurrency;
}
