using Load.Results;

namespace Load.Output.Words;

/// <summary>
/// The figure that a comparison is about: the throughput of a closed loop, or the CPU time per request of an open loop,
/// whose throughput is the arrival rate that was asked for.
/// </summary>
internal sealed class MainFinding(Result result)
{
    /// <summary>True if the comparison is about CPU time per request, false if it is about throughput.</summary>
    public bool IsCpu { get; } =
        result.Model.Kind == "open" && result.Variants.Any(variant => variant.CpuRatio is not null);

    /// <summary>The heading of the column that has the ratios.</summary>
    public string RatioHeading => IsCpu ? "CPU ratio [95 % interval]" : "ratio [95 % interval]";

    /// <summary>The variants in the order of the figure, the best first.</summary>
    public IEnumerable<VariantResult> OrderVariants() => IsCpu
        ? result.Variants.OrderBy(variant => variant.CpuRatio?.Value ?? 1)
        : result.Variants.OrderByDescending(variant => variant.Throughput.Median);

    /// <summary>The variant's ratio to the baseline. Null for the baseline itself, or if it was not measured.</summary>
    public RatioResult? GetRatio(VariantResult variant) => IsCpu ? variant.CpuRatio : variant.Ratio;
}
