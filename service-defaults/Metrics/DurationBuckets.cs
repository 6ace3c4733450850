namespace ServiceDefaults.Metrics;

/// <summary>The histogram buckets for the durations of requests and calls.</summary>
public static class DurationBuckets
{
    /// <summary>The upper bounds in seconds. Most requests are shorter than the first default bucket of 5 ms.</summary>
    public static IReadOnlyList<double> BoundsInSeconds { get; } =
    [
        0.00025, 0.0005, 0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ];
}
