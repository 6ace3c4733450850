namespace Load.Results;

/// <summary>A percentile with fewer than 10 requests beyond it is null; the curve ends there too.</summary>
internal sealed record LatencyResult(
    double? Min,
    double? Mean,
    double? Max,
    double? P50,
    double? P90,
    double? P95,
    double? P99,
    double? P999,
    double[][] Curve,
    string Unit = "ms",
    string Clock = "service")
{
    /// <summary>Null where the curve has no such quantile.</summary>
    public double? At(double quantile) =>
        Curve.FirstOrDefault(point => point is [var place, _] && place.Equals(quantile))?[1];
}
