namespace TwoTier.Load.Results;

/// <summary>
/// The result of a window: a step of the arrival rate, or an equal part of a long run. A request is counted in the
/// window in which it was due; its success is counted in the window in which the response arrived.
/// </summary>
/// <param name="StartS">Seconds from the start of the run to the start of the window.</param>
/// <param name="LengthS">The length of the window in seconds. The last window of a stopped run is shorter.</param>
/// <param name="RatePerS">
/// The planned arrival rate of the window, in requests per second. Null if the rate did not change in steps.
/// </param>
/// <param name="Requests">The number of requests that ended, with or without success.</param>
/// <param name="Errors">The number of unsuccessful requests.</param>
/// <param name="Rps">Successful responses per second during the window.</param>
/// <param name="P50">
/// The median latency in milliseconds, or null if fewer than 10 requests took longer than the median.
/// </param>
/// <param name="P99">
/// The 99th percentile of the latency in milliseconds, or null if fewer than 10 requests took longer than the
/// percentile.
/// </param>
/// <param name="Max">The longest latency in milliseconds, or null if there was no response.</param>
/// <param name="Processes">
/// The levels of each monitored process during the window, keyed by process name. A value is null if the metrics of the
/// process could not be read.
/// </param>
public sealed record TimeWindowResult(
    double StartS,
    double LengthS,
    double? RatePerS,
    long Requests,
    long Errors,
    double Rps,
    double? P50,
    double? P99,
    double? Max,
    IReadOnlyDictionary<string, ProcessResult.Levels?> Processes);
