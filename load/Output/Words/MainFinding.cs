using Load.Results;

namespace Load.Output.Words;

/// <summary>
/// What a comparison is about: throughput; in an open loop, whose throughput is what was asked for, CPU per request.
/// </summary>
internal sealed class MainFinding(Result result)
{
    public bool IsOfCpu { get; } =
        result.Model.Kind == "open" && result.Variants.Any(variant => variant.CpuRatio is not null);

    public string Heading => IsOfCpu ? "CPU ratio [95 % interval]" : "ratio [95 % interval]";

    /// <summary>The best first.</summary>
    public IEnumerable<VariantResult> Ordered() => IsOfCpu
        ? result.Variants.OrderBy(variant => variant.CpuRatio?.Value ?? 1)
        : result.Variants.OrderByDescending(variant => variant.Throughput.Median);

    public RatioResult? RatioFor(VariantResult variant) => IsOfCpu ? variant.CpuRatio : variant.Ratio;
}
