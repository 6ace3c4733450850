namespace TwoTier.Load.Results;

/// <summary>
/// The result of a burst: requests that were released at the same moment. Latencies are in milliseconds, counted from
/// the release, and null if there was no response. The percentiles are those of the whole burst, not estimates.
/// </summary>
/// <param name="Requests">The number of requests that ended, with or without success.</param>
/// <param name="Errors">The number of unsuccessful requests.</param>
/// <param name="Statuses">The number of responses by HTTP status code.</param>
/// <param name="TransportErrors">The number of transport errors by kind.</param>
/// <param name="DurationS">Seconds from the release of the burst to its last response.</param>
/// <param name="Rps">Successful responses per second, from the release of the burst to its last response.</param>
/// <param name="P50">The median latency.</param>
/// <param name="P99">The 99th percentile of the latency.</param>
/// <param name="Max">The longest latency.</param>
/// <param name="Unexpected">The number of responses by unexpected HTTP status code.</param>
/// <param name="CheckFailures">The number of responses with an expected status whose body failed a check.</param>
public sealed record BurstResult(
    long Requests,
    long Errors,
    IReadOnlyDictionary<string, long> Statuses,
    IReadOnlyDictionary<string, long> TransportErrors,
    double DurationS,
    double Rps,
    double? P50,
    double? P99,
    double? Max,
    IReadOnlyDictionary<string, long>? Unexpected = null,
    long CheckFailures = 0)
{
    /// <summary>The median delay from the release of the burst until a request was sent.</summary>
    public double? SendDelayP50 { get; init; }

    /// <summary>The median latency from the sending of each request.</summary>
    public double? ServiceP50 { get; init; }

    [JsonInclude]
    internal IReadOnlyDictionary<string, ProcessResult.Levels?>? Processes { get; init; }

    internal static BurstResult Create(BurstMeasurement burst, TimeSpan stageStart, MetricsSampler? sampler)
    {
        var (counters, sending, seconds) = (burst.Counters, burst.Sending, burst.Duration.TotalSeconds);
        var start = stageStart + burst.Start;
        return new BurstResult(
            counters.Requests,
            counters.Errors,
            OutcomeCounts.GetStatuses(counters),
            OutcomeCounts.GetTransportErrors(counters),
            RoundToFiveDigits(seconds),
            RoundToFiveDigits(counters.Successes / seconds),
            LatencySummary.GetExactPercentile(counters.Latency, 0.5),
            LatencySummary.GetExactPercentile(counters.Latency, 0.99),
            LatencySummary.GetMax(counters.Latency),
            OutcomeCounts.GetUnexpectedStatuses(counters),
            counters.CheckFailures)
        {
            SendDelayP50 = LatencySummary.GetExactPercentile(sending.ScheduleDelay, 0.5),
            ServiceP50 = LatencySummary.GetExactPercentile(sending.ServiceTime, 0.5),
            Processes = ProcessResult.Levels.Summarize(sampler, start, start + burst.Duration),
        };
    }
}
