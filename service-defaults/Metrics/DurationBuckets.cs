namespace ServiceDefaults.Metrics;

/// <summary>The histogram buckets for the durations of requests and calls.</summary>
public static class DurationBuckets
{
    /// <summary>
    /// The upper bounds of the buckets in seconds, from 0.25 ms to 10 s. The default buckets begin at 5 ms, and most
    /// requests to the services are shorter.
    /// </summary>
    public static IReadOnlyList<double> BoundsInSeconds { get; } =
    [
        0.00025, 0.0005, 0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ];
}
