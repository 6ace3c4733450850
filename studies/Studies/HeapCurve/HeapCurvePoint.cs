using System.Text.Json.Serialization;
using Studies.Commands;
using Studies.LoadTool;

namespace Studies.Studies.HeapCurve;

/// <summary>The measurements of a front-end with one setting of its heap, in one process start.</summary>
/// <param name="Start">The number of the process start, from 1.</param>
/// <param name="Runtime">The language, and for Go the version of the compiler.</param>
/// <param name="Setting">The name of the setting.</param>
/// <param name="Variables">The environment variables of the setting.</param>
/// <param name="Rps">The median of the successful responses per second.</param>
/// <param name="ThroughputRatio">The throughput relative to .NET with default settings, in the same rounds.</param>
/// <param name="CpuMs">The CPU time of the front-end per payload, in milliseconds.</param>
/// <param name="CpuRatio">The CPU time of the front-end relative to .NET with default settings.</param>
/// <param name="MemoryMb">
/// The highest resident memory of the front-end that is no mapped file, in megabytes: anonymous and shared memory. The
/// code that .NET compiles is in shared memory.
/// </param>
/// <param name="AnonymousMb">The highest anonymous memory of the front-end, in megabytes.</param>
/// <param name="P50">The median response time, in milliseconds.</param>
/// <param name="P99">The 99th percentile of the response time, in milliseconds.</param>
internal sealed record HeapCurvePoint(
    int Start, string Runtime, string Setting, string Variables, double Rps, RatioEstimate? ThroughputRatio,
    double? CpuMs, RatioEstimate? CpuRatio, double MemoryMb, double AnonymousMb, double? P50, double? P99)
{
    public const string NetRuntime = "net";

    public static IReadOnlyList<string> Headings { get; } =
    [
        "runtime", "heap", "start", "req/s", "ratio [99 %]", "CPU ms/request", "CPU ratio [99 %]",
        "anonymous and shared MB", "anonymous MB", "p50 ms", "p99 ms",
    ];

    /// <summary>Whether the other settings are compared with this one.</summary>
    [JsonIgnore]
    public bool IsBaseline => Runtime is NetRuntime && Setting is HeapSetting.Default;

    /// <summary>Takes over the measurements of a variant.</summary>
    public static HeapCurvePoint Create(
        int start, string runtime, HeapSetting setting, VariantResult variant, MemoryPeak memory) => new(
        start, runtime, setting.Name, $"{setting}", variant.Throughput.Median, RatioEstimate.From(variant.Ratio),
        variant.Target.CpuMs, RatioEstimate.From(variant.CpuRatio), memory.WithoutFilesMb, memory.AnonymousMb,
        variant.Latency.P50, variant.Latency.P99);

    public IReadOnlyList<string> ToCells() =>
    [
        Runtime, Setting, $"{Start}", TableNumbers.Format(Rps), FormatRatio(ThroughputRatio),
        TableNumbers.Format(CpuMs), FormatRatio(CpuRatio), TableNumbers.Format(MemoryMb),
        TableNumbers.Format(AnonymousMb), TableNumbers.Format(P50), TableNumbers.Format(P99),
    ];

    private string FormatRatio(RatioEstimate? ratio) => RatioEstimate.Format(ratio, IsBaseline);
}
