namespace TwoTier.Load.Metrics;

/// <summary>
/// The figures of a whole measurement or of a part of it, such as a step of the arrival rate or a variant.
/// </summary>
internal sealed record MeasuredFigures(
    RequestCounters Counters,
    OpenLoopCounters? OpenLoop,
    LatencyHistogram ServiceTime,
    RequestTimings Timings,
    double? Goodput);
