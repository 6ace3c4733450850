namespace Load.Metrics;

/// <summary>
/// The figures of a whole measurement or of a part of it, such as a step of the arrival rate or a variant.
/// </summary>
/// <param name="Counters">The counters of the requests.</param>
/// <param name="OpenLoop">The counters that only an open loop has; null for a closed loop.</param>
/// <param name="ServiceTime">The service times of the requests.</param>
/// <param name="Timings">The phases of the requests.</param>
/// <param name="Goodput">The successful responses per second; null if it was not measured.</param>
internal sealed record MeasuredFigures(
    RequestCounters Counters,
    OpenLoopCounters? OpenLoop,
    LatencyHistogram ServiceTime,
    RequestTimings Timings,
    double? Goodput);
