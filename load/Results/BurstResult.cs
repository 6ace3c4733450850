namespace Load.Results;

/// <summary>
/// A burst: requests that were released together. Latencies are in milliseconds and count from the release. The
/// percentiles cover every request of the burst, so few requests are enough for them.
/// </summary>
/// <param name="Requests">The number of requests that ended.</param>
/// <param name="Errors">Unexpected statuses, failed checks and transport errors.</param>
/// <param name="Statuses">The number of responses by HTTP status code.</param>
/// <param name="TransportErrors">The number of transport errors by kind.</param>
/// <param name="DurationS">Seconds from the release to the last response.</param>
/// <param name="Rps">Successful responses per second in that time.</param>
/// <param name="P50">The median latency, or null without a response.</param>
/// <param name="P99">The 99th percentile of the latency, or null without a response.</param>
/// <param name="Max">The longest latency, or null without a response.</param>
/// <param name="Unexpected">The statuses that were not expected, or null in a file that predates this field.</param>
/// <param name="CheckFailures">Responses with an expected status whose body failed a check.</param>
internal sealed record BurstResult(
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
    /// <summary>The levels of each monitored process by its name, or null if no metrics were sampled.</summary>
    public IReadOnlyDictionary<string, LevelResult?>? Processes { get; init; }
}
