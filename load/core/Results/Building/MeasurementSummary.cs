using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Results.Building;

/// <summary>Summarizes what the load tool measured of a variant.</summary>
internal static class MeasurementSummary
{
    /// <summary>
    /// Creates a variant's result without its ratios, monitored processes and rounds, which are added later.
    /// </summary>
    public static VariantResult Summarize(string name, string url, Measurement measurement)
    {
        var (counters, openLoop) = (measurement.Counters, measurement.OpenLoop);
        return new VariantResult
        {
            Name = name,
            Url = url,
            Requests = counters.Requests,
            Errors = counters.Errors,
            Statuses = OutcomeCounts.GetStatuses(counters),
            UnexpectedStatuses = OutcomeCounts.GetUnexpectedStatuses(counters),
            Bytes = counters.Bytes,
            MeasuredS = RoundToFiveDigits(measurement.ElapsedSeconds),
            TransportErrors = OutcomeCounts.GetTransportErrors(counters),
            Failures = FailureSummary.Summarize(measurement),
            FailureLatency =
                counters.FailureLatency is { } failures ? LatencySummary.Summarize(failures, "failed") : null,
            Resent = measurement.ResentRequests,
            UnexpectedBytes = measurement.UnexpectedBytes,
            Unfinished = measurement.UnfinishedRequests,
            Timings = FailureSummary.Summarize(measurement.Timings),
            CheckFailures = counters.CheckFailures,
            Throughput = SummarizeThroughput(measurement),
            Latency = LatencySummary.Summarize(counters.Latency, GetLatencyKind(measurement)),
            ServiceTime = openLoop is null ? null : LatencySummary.Summarize(openLoop.ServiceTime),
            ScheduleDelay = openLoop is null ? null : LatencySummary.Summarize(openLoop.ScheduleDelay, "lateness"),
            Planned = openLoop?.PlannedRequests,
            Sent = openLoop?.SentRequests,
            Queued = openLoop?.QueuedRequests,
            Dropped = openLoop?.DroppedRequests,
            Bursts = measurement.Bursts.Count == 0 ? null : [.. measurement.Bursts.Select(Summarize)],
        };
    }

    /// <summary>
    /// Creates the result of a burst without the levels of the monitored processes, which are added later.
    /// </summary>
    public static BurstResult Summarize(BurstMeasurement burst) => new(
        burst.Counters.Requests,
        burst.Counters.Errors,
        OutcomeCounts.GetStatuses(burst.Counters),
        OutcomeCounts.GetTransportErrors(burst.Counters),
        RoundToFiveDigits(burst.Duration.TotalSeconds),
        RoundToFiveDigits(burst.Counters.Successes / burst.Duration.TotalSeconds),
        LatencySummary.GetExactPercentile(burst.Counters.Latency, 0.5),
        LatencySummary.GetExactPercentile(burst.Counters.Latency, 0.99),
        LatencySummary.GetMax(burst.Counters.Latency),
        OutcomeCounts.GetUnexpectedStatuses(burst.Counters),
        burst.Counters.CheckFailures)
    {
        SendDelayP50 = LatencySummary.GetExactPercentile(burst.Sending.ScheduleDelay, 0.5),
        SendDelayP99 = LatencySummary.GetExactPercentile(burst.Sending.ScheduleDelay, 0.99),
        ServiceP50 = LatencySummary.GetExactPercentile(burst.Sending.ServiceTime, 0.5),
    };

    /// <summary>
    /// Summarizes the throughput of a measurement, with the length of time over which it was calculated.
    /// </summary>
    public static Throughput SummarizeThroughput(Measurement measurement) =>
        new(RoundToFiveDigits(measurement.Goodput ?? 0), null, null)
        {
            BusyS = RoundToFiveDigits(measurement.BusySeconds),
        };

    /// <summary>
    /// Gets the kind of latency: <c>response</c> if latencies count from the intended start of a request,
    /// <c>service</c> if they count from its sending.
    /// </summary>
    public static string GetLatencyKind(Measurement measurement) =>
        measurement.OpenLoop is not null || measurement.Bursts.Count > 0 ? "response" : "service";
}
