using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Validity;

/// <summary>
/// Checks a closed loop by Little's law: the number of requests in flight is the throughput times the mean latency.
/// Without think time, every worker has a request in flight all the time, so the product must be the concurrency. If it
/// is lower, the workers spent time outside of the measured latencies.
/// </summary>
internal static class LittlesLaw
{
    private const double MaxDeviation = 0.02;
    private const double MinSeconds = 1;

    /// <summary>Checks the closed loops of a run or of a comparison, and reports the one that deviates most.</summary>
    /// <returns>
    /// The check; nothing if there is no closed loop that lasted at least a second and had only complete responses.
    /// </returns>
    public static IEnumerable<ValidityCheck> Evaluate(IEnumerable<ClosedLoop> loops)
    {
        var worst = loops
            .Where(loop => loop.Measurement.BusySeconds >= MinSeconds)
            .Select(loop => (loop.Name, loop.Concurrency, InFlight: GetMeanInFlight(loop.Measurement)))
            .Where(loop => loop.InFlight is not null)
            .Select(loop => (loop.Name, loop.Concurrency, InFlight: loop.InFlight!.Value))
            .OrderByDescending(loop => GetDeviation(loop.InFlight, loop.Concurrency))
            .ToArray();
        if (worst is not [var (name, concurrency, inFlight), ..])
            yield break;
        var deviation = GetDeviation(inFlight, concurrency);
        yield return new ValidityCheck(
            "littles-law",
            $"Little's law: throughput × mean latency equals the concurrency{(worst.Length == 1 ? "" : $" ({name})")}",
            $"{FormatNumber(inFlight)} of {concurrency}, {deviation * 100:0.0} % off",
            $"{MaxDeviation * 100:0} %",
            ValidityCheck.NoteUnless(deviation < MaxDeviation),
            deviation < MaxDeviation
                ? null
                : inFlight < concurrency
                    ? "between requests, connections waited for the tool, so the target could do more: try fewer "
                        + "connections, or another machine for the tool"
                    : "latencies overlap, which a closed loop rules out: please report this as an error of the tool");
    }

    // Requests without a complete response have no latency, but kept a connection busy, so the law cannot be checked.
    private static double? GetMeanInFlight(Measurement measurement)
    {
        var counters = measurement.Counters;
        return counters.Responses > 0 && counters.Requests == counters.Responses
            ? counters.Responses / measurement.BusySeconds * counters.Latency.Mean / 1e9
            : null;
    }

    private static double GetDeviation(double inFlight, int concurrency) =>
        Math.Abs(concurrency - inFlight) / concurrency;
}

/// <summary>A closed loop without think time, as Little's law applies to it.</summary>
internal sealed record ClosedLoop(string Name, int Concurrency, Measurement Measurement);
