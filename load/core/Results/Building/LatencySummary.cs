namespace TwoTier.Load.Results.Building;

internal static class LatencySummary
{
    private const double NanosecondsPerMs = 1e6;

    private static readonly double[] CurveQuantiles =
    [
        0.01, 0.05, 0.1, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.925, 0.95, 0.96, 0.97, 0.98, 0.985,
        0.99, 0.9925, 0.995, 0.9965, 0.998, 0.999, 0.9993, 0.9995, 0.9997, 0.9999,
    ];

    /// <summary>Gets a percentile; null if fewer than 10 requests took longer.</summary>
    public static double? GetPercentile(LatencyHistogram latency, double quantile) =>
        GetMilliseconds(latency.GetReliableQuantile(quantile));

    public static double? GetMilliseconds(long? nanoseconds) => nanoseconds / NanosecondsPerMs;

    /// <summary>Gets a percentile of the latencies that were recorded after the counts were copied.</summary>
    public static double? GetRecentPercentile(LatencyHistogram latency, double quantile, long[] before, long copied) =>
        latency.GetValueSince(quantile, before, copied) is var (value, above)
            && above >= LatencyHistogram.MinDurationsAboveQuantile
            ? value / NanosecondsPerMs
            : null;

    /// <summary>Gets a percentile of all requests of a burst, which is no estimate.</summary>
    public static double? GetExactPercentile(LatencyHistogram latency, double quantile) =>
        latency.Count == 0 ? null : latency.GetValueAtQuantile(quantile) / NanosecondsPerMs;

    public static double? GetMax(LatencyHistogram latency) =>
        latency.Count == 0 ? null : latency.Max / NanosecondsPerMs;

    /// <summary>Gets the moment from which latencies count: the intended start of a request, or its sending.</summary>
    public static string GetClock(Measurement measurement) =>
        measurement.OpenLoop is not null || measurement.Bursts.Count > 0 ? "response" : "service";

    public static LatencyResult Summarize(LatencyHistogram latency, string clock = "service") =>
        SummarizePart(latency, clock, GetPercentile) with
        {
            Curve = [.. CurveQuantiles.Select(quantile => CreatePoint(latency, quantile)).OfType<double[]>()],
            Histogram = HistogramResult.Create(latency),
        };

    /// <summary>Summarizes the latencies of a part of a run, without a curve.</summary>
    public static LatencyResult SummarizePart(
        LatencyHistogram latency, string clock, Func<LatencyHistogram, double, double?> getPercentile) => new(
        latency.Count == 0 ? null : latency.Min / NanosecondsPerMs,
        latency.Count == 0 ? null : latency.Mean / NanosecondsPerMs,
        GetMax(latency),
        getPercentile(latency, 0.5),
        getPercentile(latency, 0.9),
        getPercentile(latency, 0.95),
        getPercentile(latency, 0.99),
        getPercentile(latency, 0.999),
        [],
        clock);

    private static double[]? CreatePoint(LatencyHistogram latency, double quantile) =>
        GetPercentile(latency, quantile) is { } ms ? [quantile, ms] : null;
}
