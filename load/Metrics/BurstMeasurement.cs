namespace Load.Metrics;

/// <summary>What came of requests that were released together.</summary>
/// <param name="Counters">Latencies count from the release.</param>
/// <param name="Start">The release, since the start of the stretch.</param>
/// <param name="Duration">From the release to the last reply.</param>
internal sealed record BurstMeasurement(RequestCounters Counters, TimeSpan Start, TimeSpan Duration);
