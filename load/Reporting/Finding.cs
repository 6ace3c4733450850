using Load.Reporting.Model;

namespace Load.Reporting;

/// <summary>
/// What a comparison is about: throughput; in an open loop, whose throughput is what was asked for, CPU per request.
/// </summary>
internal sealed class Finding(Result result)
{
    public bool IsOfCpu { get; } =
        result.Model.Kind == "open" && result.Variants.Any(variant => variant.CpuRatio is not null);

    public string Heading => IsOfCpu ? "CPU ratio [95 % interval]" : "ratio [95 % interval]";

    public RatioResult? Of(VariantResult variant) => IsOfCpu ? variant.CpuRatio : variant.Ratio;
}
