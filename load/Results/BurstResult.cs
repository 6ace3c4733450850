namespace Load.Results;

/// <summary>
/// Requests that were released together. Latencies count from the release, in milliseconds, and are of all of them.
/// </summary>
/// <param name="Requests">How many.</param>
/// <param name="Errors">Statuses other than 2xx, and transport errors.</param>
/// <param name="Statuses">By code.</param>
/// <param name="TransportErrors">By kind.</param>
/// <param name="DurationS">From the release to the last reply.</param>
/// <param name="Rps">Successful responses a second in that time.</param>
/// <param name="P50">Null without a reply.</param>
/// <param name="P99">Null without a reply.</param>
/// <param name="Max">Null without a reply.</param>
/// <param name="Unexpected">Of the statuses, those that were not expected; null in an older file.</param>
/// <param name="CheckFailures">Responses with an expected status and another body than expected.</param>
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
    /// <summary>By tier; null where nobody looked.</summary>
    public IReadOnlyDictionary<string, LevelResult?>? Processes { get; init; }
}
