namespace Load.Results;

/// <summary>A step of the rate, or a part of a long run. A request counts in the one in which it was due.</summary>
/// <param name="StartS">Since the start of the run.</param>
/// <param name="LengthS">The last one may have ended early.</param>
/// <param name="RatePerS">What was asked for, of a step.</param>
/// <param name="Requests">That ended.</param>
/// <param name="Errors">Of them.</param>
/// <param name="Rps">Successful responses a second, of those that came in it.</param>
/// <param name="P50">Milliseconds, as the next two; null with fewer than 10 requests beyond it.</param>
/// <param name="P99">By the response clock in an open loop.</param>
/// <param name="Max">Null without a reply.</param>
/// <param name="Processes">Null where a tier has no readable metrics.</param>
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

/// <summary>What a tier was seen at in a part of a run.</summary>
/// <param name="PoolThreads">The most.</param>
/// <param name="PoolQueue">The most that waited for a pool thread.</param>
/// <param name="WorkingSetMb">The last one seen, 1,000,000 bytes.</param>
/// <param name="CpuCores">Between the first and the last reading; null where there was only one.</param>
internal sealed record LevelResult(double? PoolThreads, double? PoolQueue, double? WorkingSetMb, double? CpuCores);
