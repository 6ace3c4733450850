using Studies.LoadTool;

namespace Studies.Claims.Catalog;

/// <summary>Converts the load tool's comparison of two variants to the measurement of a claim.</summary>
internal static class ComparisonReader
{
    /// <summary>
    /// Reads the throughput of a variant as a ratio to the throughput of the baseline, and the throughput and response
    /// times of both.
    /// </summary>
    public static Measurement ReadThroughput(LoadResult result) =>
        ReadRatio(result, variant => variant.Ratio, FormatSpeed);

    /// <summary>
    /// Reads the throughput and response times of the baseline, for a claim that is the baseline of other claims.
    /// </summary>
    public static Measurement ReadBaseline(LoadResult result) => new()
    {
        Ratio = RatioEstimate.FromExactValue(1),
        SourceNumbers = FormatSpeed(result.BaselineVariant),
    };

    /// <summary>Reads whether a variant uses more CPU time per request than the baseline.</summary>
    public static Measurement ReadWhetherCpuIsHigher(LoadResult result)
    {
        var cpu = ReadRatio(result, variant => variant.CpuRatio,
            variant => $"{Format(variant.Target.CpuMs)} ms of CPU time per request");
        var ratio = cpu.Ratio!;
        return new Measurement
        {
            Confirmed = ratio.Lo > 1,
            Inconclusive = ratio is { Lo: <= 1, Hi: >= 1 },
            SourceNumbers = $"{SignificantDigits.FormatRatio(ratio.Value)} {SignificantDigits.FormatInterval(ratio)}: "
                + cpu.SourceNumbers,
        };
    }

    /// <summary>
    /// Reads the highest value of a resource, such as memory, that the target of a variant used, as a ratio to the
    /// highest value of the baseline.
    /// </summary>
    public static Measurement ReadPeakResourceRatio(LoadResult result, Func<ProcessUsage, double?> level, string unit)
    {
        var (other, baseline) = (level(result.OtherVariant.Target), level(result.BaselineVariant.Target));
        return other is null || baseline is null
            ? Measurement.NotMeasured("the metrics of a front-end could not be read")
            : new Measurement
            {
                Ratio = RatioEstimate.FromExactValue(other.Value / baseline.Value),
                SourceNumbers = $"{Format(other)} {unit}, against {Format(baseline)}",
            };
    }

    private static Measurement ReadRatio(
        LoadResult result, Func<VariantResult, RatioSummary?> select, Func<VariantResult, string> format) =>
        select(result.OtherVariant) is { Lo: { } low, Hi: { } high } ratio
            ? new Measurement
            {
                Ratio = new RatioEstimate(ratio.Value, low, high),
                SourceNumbers = $"{format(result.OtherVariant)}, against {format(result.BaselineVariant)}",
            }
            : Measurement.NotMeasured("the comparison has no interval");

    private static string FormatSpeed(VariantResult variant) =>
        $"{Format(variant.Throughput.Median)} req/s · {Format(variant.Latency.P50)} · {Format(variant.Latency.P99)} ms";

    private static string Format(double? figure) => figure is { } value ? SignificantDigits.Format(value) : "–";
}
