namespace Load.Results;

/// <summary>
/// A step of the arrival rate, or a part of a long run. A request counts in the window in which it was due, its success
/// in the window in which the response was received.
/// </summary>
/// <param name="StartS">Seconds from the start of the run to the start of the window.</param>
/// <param name="LengthS">The length in seconds. The last window of a stopped run is shorter.</param>
/// <param name="RatePerS">The arrival rate that was asked for, or null unless the window is a step.</param>
/// <param name="Requests">The number of requests that ended.</param>
/// <param name="Errors">Unexpected statuses, failed checks and transport errors.</param>
/// <param name="Rps">Successful responses per second.</param>
/// <param name="P50">The median latency in milliseconds, or null with fewer than 10 requests above it.</param>
/// <param name="P99">The 99th percentile in milliseconds, or null with fewer than 10 requests above it.</param>
/// <param name="Max">The longest latency in milliseconds, or null without a response.</param>
/// <param name="Processes">
/// The levels of each monitored process by its name, or null if its metrics could not be read.
/// </param>
internal sealed record WindowResult(
    double StartS,
    double LengthS,
    double? RatePerS,
    long Requests,
    long Errors,
    double Rps,
    double? P50,
    double? P99,
    double? Max,
    IReadOnlyDictionary<string, LevelResult?> Processes);

/// <summary>The levels of a monitored process in a part of a run. A level is null if it was not measured.</summary>
/// <param name="PoolThreads">The most threads in the thread pool.</param>
/// <param name="PoolQueue">The longest thread pool queue.</param>
/// <param name="WorkingSetMb">The last sample of resident memory, in megabytes of 1,000,000 bytes.</param>
/// <param name="CpuCores">The CPU cores used between the first and the last sample.</param>
internal sealed record LevelResult(double? PoolThreads, double? PoolQueue, double? WorkingSetMb, double? CpuCores);
