namespace TwoTier.Load.Reports.Words;

/// <summary>
/// The quantity by which a comparison ranks its variants: the throughput of a closed loop, or the CPU time per request
/// of an open loop, because the throughput of an open loop is the requested arrival rate. So it is if throughput cannot
/// be compared.
/// </summary>
internal sealed class RankingMetric(Result result)
{
    public bool IsCpu { get; } = result.Variants.Any(variant => variant.CpuRatio is not null)
        && (result.Model.Kind == "open" || result.Variants.All(variant => variant.Ratio is null));

    public string RatioHeading => (IsCpu ? "CPU ratio " : "ratio ") + $"[{result.Method.FormatConfidence()}]";

    public IEnumerable<VariantResult> OrderVariants() => IsCpu
        ? result.Variants.OrderBy(variant => variant.CpuRatio?.Value ?? 1)
        : result.Variants.OrderByDescending(variant => variant.Throughput.Rate);

    /// <summary>Returns the ratio to the baseline; null for the baseline itself, or if it was not measured.</summary>
    public RatioResult? GetRatio(VariantResult variant) => IsCpu ? variant.CpuRatio : variant.Ratio;
}
