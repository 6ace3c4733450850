namespace TwoTier.Load.Metrics;

internal sealed record BurstMeasurement(
    RequestCounters Counters, OpenLoopCounters Sending, TimeSpan Start, TimeSpan Duration);
