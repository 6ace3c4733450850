namespace Studies.Studies.HeapCurve;

/// <summary>The measurements of a front-end with one setting of its heap, in one process start.</summary>
internal sealed record HeapCurvePoint(
    int Start, string Runtime, string Setting, string Variables, double Rps, StudyRatio? ThroughputRatio,
    double? CpuMs, StudyRatio? CpuRatio, double MemoryMb, double AnonymousMb, double? P50, double? P99)
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
        start, runtime, setting.Name, $"{setting}", variant.Throughput.Median, StudyRatio.From(variant.Ratio),
        variant.Target.CpuMs, StudyRatio.From(variant.CpuRatio), memory.WithoutFilesMb, memory.AnonymousMb,
        variant.Latency.P50, variant.Latency.P99);

    public IReadOnlyList<string> ToCells() =>
    [
        Runtime, Setting, $"{Start}", TableNumbers.Format(Rps), FormatRatio(ThroughputRatio),
        TableNumbers.Format(CpuMs), FormatRatio(CpuRatio), TableNumbers.Format(MemoryMb),
        TableNumbers.Format(AnonymousMb), TableNumbers.Format(P50), TableNumbers.Format(P99),
    ];

    private string FormatRatio(StudyRatio? ratio) => StudyRatio.Format(ratio, IsBaseline);
}
