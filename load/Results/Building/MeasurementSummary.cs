using Load.Metrics;
using static Load.Units.SignificantDigits;

namespace Load.Results.Building;

/// <summary>What the client saw of a variant, as the result file has it.</summary>
internal static class MeasurementSummary
{
    /// <summary>Without ratios, tiers and rounds.</summary>
    public static VariantResult Summarize(string name, string url, Measurement recorded)
    {
        var (tally, arrivals) = (recorded.Counters, recorded.OpenLoop);
        return new VariantResult
        {
            Name = name,
            Url = url,
            Requests = tally.Requests,
            Errors = tally.Errors,
            Statuses = OutcomeCounts.StatusesOf(tally),
            Unexpected = OutcomeCounts.UnexpectedOf(tally),
            Bytes = tally.Bytes,
            MeasuredS = RoundToFiveDigits(recorded.ElapsedSeconds),
            TransportErrors = OutcomeCounts.TransportErrorsOf(tally),
            CheckFailures = tally.CheckFailures,
            Throughput = new Throughput(Rate(recorded), null, null),
            Latency = LatencySummary.Summarize(tally.Latency, Clock(recorded)),
            Service = arrivals is null ? null : LatencySummary.Summarize(arrivals.ServiceTime),
            Lateness = arrivals is null ? null : LatencySummary.Summarize(arrivals.ScheduleDelay, "lateness"),
            Planned = arrivals?.Planned,
            Sent = arrivals?.Sent,
            Queued = arrivals?.Queued,
            Dropped = arrivals?.Dropped,
            Bursts = recorded.Bursts.Count == 0 ? null : [.. recorded.Bursts.Select(Summarize)],
        };
    }

    /// <summary>Successful responses a second.</summary>
    public static double Rate(Measurement recorded) =>
        recorded.ElapsedSeconds > 0 ? RoundToFiveDigits(recorded.Counters.Successes / recorded.ElapsedSeconds) : 0;

    /// <summary>From the intended start, or from the send.</summary>
    public static string Clock(Measurement recorded) =>
        recorded.OpenLoop is not null || recorded.Bursts.Count > 0 ? "response" : "service";

    public static BurstResult Summarize(BurstMeasurement burst) => new(
        burst.Counters.Requests,
        burst.Counters.Errors,
        OutcomeCounts.StatusesOf(burst.Counters),
        OutcomeCounts.TransportErrorsOf(burst.Counters),
        RoundToFiveDigits(burst.Duration.TotalSeconds),
        RoundToFiveDigits(burst.Counters.Successes / burst.Duration.TotalSeconds),
        LatencySummary.OfAll(burst.Counters.Latency, 0.5),
        LatencySummary.OfAll(burst.Counters.Latency, 0.99),
        LatencySummary.Max(burst.Counters.Latency),
        OutcomeCounts.UnexpectedOf(burst.Counters),
        burst.Counters.CheckFailures);
}
