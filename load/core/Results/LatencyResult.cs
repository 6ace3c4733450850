namespace TwoTier.Load.Results;

/// <summary>
/// A latency distribution in milliseconds. A percentile is null if fewer than 10 requests took longer, and the curve
/// ends there. Everything is null if there was no response.
/// </summary>
/// <param name="Min">The shortest latency.</param>
/// <param name="Mean">The mean latency.</param>
/// <param name="Max">The longest latency.</param>
/// <param name="P50">The median latency.</param>
/// <param name="P90">The 90th percentile of the latency.</param>
/// <param name="P95">The 95th percentile of the latency.</param>
/// <param name="P99">The 99th percentile of the latency.</param>
/// <param name="P999">The 99.9th percentile of the latency.</param>
/// <param name="Curve">Pairs of a quantile (0 to 1) and the latency at it, in ascending order.</param>
/// <param name="Clock">
/// The kind of time: <c>response</c> (response time, from the intended start), <c>service</c> (service time, from the
/// sending), <c>lateness</c> (schedule delay), <c>connect</c>, <c>tls</c>, <c>ttfb</c> or <c>body</c> (a phase of the
/// requests), <c>failed</c> (until a transport error), or <c>mixed</c> if the phases of a run differ.
/// </param>
public sealed record LatencyResult(
    double? Min,
    double? Mean,
    double? Max,
    double? P50,
    double? P90,
    double? P95,
    double? P99,
    double? P999,
    double[][] Curve,
    string Clock = "service")
{
    /// <summary>The 95 % interval of the median, from ten equal parts of a run; null if there is none.</summary>
    public ConfidenceInterval? P50Interval { get; init; }

    /// <summary>The 95 % interval of the 99th percentile, from the same parts; null if there is none.</summary>
    public ConfidenceInterval? P99Interval { get; init; }

    [JsonInclude]
    internal HistogramResult? Histogram { get; init; }

    /// <summary>The number of requests that were measured; null in a result without a histogram.</summary>
    [JsonIgnore]
    public long? Count => Histogram?.Count;

    internal LatencyResult WithoutHistogram() => this with { Histogram = null };

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
