using Load.Metrics;
using static Load.Units.SignificantDigits;

namespace Load.Results.Building;

/// <summary>What the client saw of a variant, as the result file has it.</summary>
internal static class MeasurementSummary
{
    /// <summary>Without ratios, tiers and rounds.</summary>
    public static VariantResult Summarize(string name, string url, Measurement recorded)
    {
        var (tally, arrivals) = (recorded.Tally, recorded.Arrivals);
        return new VariantResult
        {
            Name = name,
            Url = url,
            Requests = tally.Requests,
            Errors = tally.Errors,
            Statuses = OutcomeCounts.StatusesOf(tally),
            Unexpected = OutcomeCounts.UnexpectedOf(tally),
            Bytes = tally.Bytes,
            MeasuredS = Short(recorded.Seconds),
            TransportErrors = OutcomeCounts.TransportErrorsOf(tally),
            CheckFailures = tally.CheckFailures,
            Throughput = new Throughput(Rate(recorded), null, null),
            Latency = LatencySummary.Summarize(tally.Latency, Clock(recorded)),
            Service = arrivals is null ? null : LatencySummary.Summarize(arrivals.Service),
            Lateness = arrivals is null ? null : LatencySummary.Summarize(arrivals.Lateness, "lateness"),
            Planned = arrivals?.Planned,
            Sent = arrivals?.Sent,
            Queued = arrivals?.Queued,
            Dropped = arrivals?.Dropped,
            Bursts = recorded.Bursts.Count == 0 ? null : [.. recorded.Bursts.Select(Summarize)],
        };
    }

    /// <summary>Successful responses a second.</summary>
    public static double Rate(Measurement recorded) =>
        recorded.Seconds > 0 ? Short(recorded.Tally.Successes / recorded.Seconds) : 0;

    /// <summary>From the intended start, or from the send.</summary>
    public static string Clock(Measurement recorded) =>
        recorded.Arrivals is not null || recorded.Bursts.Count > 0 ? "response" : "service";

    public static BurstResult Summarize(BurstMeasurement burst) => new(
        burst.Tally.Requests,
        burst.Tally.Errors,
        OutcomeCounts.StatusesOf(burst.Tally),
        OutcomeCounts.TransportErrorsOf(burst.Tally),
        Short(burst.Duration.TotalSeconds),
        Short(burst.Tally.Successes / burst.Duration.TotalSeconds),
        LatencySummary.OfAll(burst.Tally.Latency, 0.5),
        LatencySummary.OfAll(burst.Tally.Latency, 0.99),
        LatencySummary.Max(burst.Tally.Latency),
        OutcomeCounts.UnexpectedOf(burst.Tally),
        burst.Tally.CheckFailures);
}
