namespace TwoTier.Load.Results;

/// <summary>
/// A latency distribution in milliseconds. A percentile is null if fewer than 10 requests took longer, and the curve
/// ends there. Everything is null if there was no response.
/// </summary>
public sealed record LatencyResult
{
    private const double NanosecondsPerMs = 1e6;

    private static readonly double[] CurveQuantiles =
    [
        0.01, 0.05, 0.1, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.925, 0.95, 0.96, 0.97, 0.98, 0.985,
        0.99, 0.9925, 0.995, 0.9965, 0.998, 0.999, 0.9993, 0.9995, 0.9997, 0.9999,
    ];

    /// <summary>The shortest latency.</summary>
    public double? Min { get; init; }

    /// <summary>The mean latency.</summary>
    public double? Mean { get; init; }

    /// <summary>The longest latency.</summary>
    public double? Max { get; init; }

    /// <summary>The median latency.</summary>
    public double? P50 { get; init; }

    /// <summary>The 90th percentile of the latency.</summary>
    public double? P90 { get; init; }

    /// <summary>The 95th percentile of the latency.</summary>
    public double? P95 { get; init; }

    /// <summary>The 99th percentile of the latency.</summary>
    public double? P99 { get; init; }

    /// <summary>The 99.9th percentile of the latency.</summary>
    public double? P999 { get; init; }

    /// <summary>Pairs of a quantile (0 to 1) and the latency at it, in ascending order.</summary>
    public required double[][] Curve { get; init; }

    /// <summary>
    /// The kind of time: <c>response</c> (response time, from the intended start), <c>service</c> (service time, from
    /// the sending), <c>lateness</c> (schedule delay), <c>connect</c>, <c>tls</c>, <c>ttfb</c> or <c>body</c> (a phase
    /// of the requests).
    /// </summary>
    public required string Clock { get; init; }

    /// <summary>The 95 % interval of the median, from ten equal parts of a run; null if there is none.</summary>
    public ConfidenceInterval? P50Interval { get; init; }

    /// <summary>The 95 % interval of the 99th percentile, from the same parts; null if there is none.</summary>
    public ConfidenceInterval? P99Interval { get; init; }

    [JsonInclude]
    internal HistogramResult? Histogram { get; init; }

    /// <summary>The number of requests that were measured; null in a result without a histogram.</summary>
    [JsonIgnore]
    public long? Count => Histogram?.Count;

    internal static LatencyResult Create(LatencyHistogram latency, string clock = "service") =>
        CreateForPart(latency, clock) with
        {
            Curve =
            [
                .. CurveQuantiles.Select(quantile => (Quantile: quantile, Ms: GetPercentile(latency, quantile)))
                    .Where(point => point.Ms is not null)
                    .Select(point => (double[])[point.Quantile, point.Ms!.Value]),
            ],
            Histogram = HistogramResult.Create(latency),
        };

    /// <summary>Summarizes the latencies of a part of a run, without a curve.</summary>
    /// <param name="latency">The latencies.</param>
    /// <param name="clock">The kind of time.</param>
    /// <param name="isExact">Whether they are all there is, as in a burst, so that no percentile is an estimate.</param>
    internal static LatencyResult CreateForPart(LatencyHistogram latency, string clock, bool isExact = false)
    {
        return new LatencyResult
        {
            Min = GetIfAny(latency.Min),
            Mean = GetIfAny(latency.Mean),
            Max = GetIfAny(latency.Max),
            P50 = Get(0.5),
            P90 = Get(0.9),
            P95 = Get(0.95),
            P99 = Get(0.99),
            P999 = Get(0.999),
            Curve = [],
            Clock = clock,
        };

        double? Get(double quantile) =>
            isExact ? GetIfAny(latency.GetValueAtQuantile(quantile)) : GetPercentile(latency, quantile);

        double? GetIfAny(double nanoseconds) => latency.Count == 0 ? null : nanoseconds / NanosecondsPerMs;
    }

    /// <summary>Gets a percentile in milliseconds; null if fewer than 10 requests took longer.</summary>
    internal static double? GetPercentile(LatencyHistogram latency, double quantile) =>
        latency.GetReliableQuantile(quantile) / NanosecondsPerMs;

    /// <summary>Gets the 95 % interval at a quantile; null unless it is 0.5 or 0.99.</summary>
    public ConfidenceInterval? GetInterval(double quantile) => quantile switch
    {
        0.5 => P50Interval,
        0.99 => P99Interval,
        _ => null,
    };

    /// <summary>Gets the latency in milliseconds at a quantile, or null if the curve does not contain it.</summary>
    public double? GetQuantile(double quantile) =>
        Curve.FirstOrDefault(point => point is [var place, _] && place.Equals(quantile))?[1];
}
