using Load.Metrics;

namespace Load.Results.Building;

/// <summary>Percentiles in milliseconds, as far as the requests are enough for them.</summary>
internal static class LatencySummary
{
    private const int FewestBeyond = 10;
    private const double NanosecondsPerMs = 1e6;

    private static readonly double[] Curve =
    [
        0.01, 0.05, 0.1, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.925, 0.95, 0.96, 0.97, 0.98, 0.985,
        0.99, 0.9925, 0.995, 0.9965, 0.998, 0.999, 0.9993, 0.9995, 0.9997, 0.9999,
    ];

    /// <returns>Null where fewer than 10 requests took longer: no p99.9 from 4,000 requests.</returns>
    public static double? At(LatencyHistogram latency, double quantile) =>
        latency.GetCountAbove(quantile) < FewestBeyond ? null : latency.GetValueAtQuantile(quantile) / NanosecondsPerMs;

    /// <summary>The same of those that came after the counts were copied.</summary>
    public static double? Since(LatencyHistogram latency, double quantile, long[] before, long copied) =>
        latency.GetValueSince(quantile, before, copied) is var (value, beyond) && beyond >= FewestBeyond ? value / NanosecondsPerMs : null;

    /// <summary>Of a whole, not of a sample, so that few requests are enough.</summary>
    public static double? OfAll(LatencyHistogram latency, double quantile) =>
        latency.Count == 0 ? null : latency.GetValueAtQuantile(quantile) / NanosecondsPerMs;

    public static double? Min(LatencyHistogram latency) => latency.Count == 0 ? null : latency.Min / NanosecondsPerMs;

    public static double? Mean(LatencyHistogram latency) => latency.Count == 0 ? null : latency.Mean / NanosecondsPerMs;

    public static double? Max(LatencyHistogram latency) => latency.Count == 0 ? null : latency.Max / NanosecondsPerMs;

    public static LatencyResult Summarize(LatencyHistogram latency, string clock = "service") => new(
        Min(latency),
        Mean(latency),
        Max(latency),
        At(latency, 0.5),
        At(latency, 0.9),
        At(latency, 0.95),
        At(latency, 0.99),
        At(latency, 0.999),
        [.. Curve.Select(quantile => PointAt(latency, quantile)).OfType<double[]>()],
        Clock: clock);

    private static double[]? PointAt(LatencyHistogram latency, double quantile) =>
        At(latency, quantile) is { } ms ? [quantile, ms] : null;
}
