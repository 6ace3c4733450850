using Load.Recording;
using Load.Reporting.Model;
using static Load.Reporting.Figures;

namespace Load.Reporting;

/// <summary>What the client saw of a variant, as the result file has it.</summary>
internal static class Measured
{
    /// <summary>Without ratios, tiers and rounds.</summary>
    public static VariantResult Of(string name, string url, Recorder recorded)
    {
        var (tally, arrivals) = (recorded.Tally, recorded.Arrivals);
        return new VariantResult
        {
            Name = name,
            Url = url,
            Requests = tally.Requests,
            Errors = tally.Errors,
            Statuses = Outcomes.StatusesOf(tally),
            Unexpected = Outcomes.UnexpectedOf(tally),
            Bytes = tally.Bytes,
            MeasuredS = Short(recorded.Seconds),
            TransportErrors = Outcomes.TransportErrorsOf(tally),
            CheckFailures = tally.CheckFailures,
            Throughput = new Throughput(Rate(recorded), null, null),
            Latency = Latencies.Of(tally.Latency, Clock(recorded)),
            Service = arrivals is null ? null : Latencies.Of(arrivals.Service),
            Lateness = arrivals is null ? null : Latencies.Of(arrivals.Lateness, "lateness"),
            Planned = arrivals?.Planned,
            Sent = arrivals?.Sent,
            Queued = arrivals?.Queued,
            Dropped = arrivals?.Dropped,
            Bursts = recorded.Bursts.Count == 0 ? null : [.. recorded.Bursts.Select(Of)],
        };
    }

    /// <summary>Successful responses a second.</summary>
    public static double Rate(Recorder recorded) =>
        recorded.Seconds > 0 ? Short(recorded.Tally.Successes / recorded.Seconds) : 0;

    /// <summary>From the intended start, or from the send.</summary>
    public static string Clock(Recorder recorded) =>
        recorded.Arrivals is not null || recorded.Bursts.Count > 0 ? "response" : "service";

    public static BurstResult Of(Burst burst) => new(
        burst.Tally.Requests,
        burst.Tally.Errors,
        Outcomes.StatusesOf(burst.Tally),
        Outcomes.TransportErrorsOf(burst.Tally),
        Short(burst.Duration.TotalSeconds),
        Short(burst.Tally.Successes / burst.Duration.TotalSeconds),
        Latencies.OfAll(burst.Tally.Latency, 0.5),
        Latencies.OfAll(burst.Tally.Latency, 0.99),
        Latencies.Max(burst.Tally.Latency),
        Outcomes.UnexpectedOf(burst.Tally),
        burst.Tally.CheckFailures);
}
