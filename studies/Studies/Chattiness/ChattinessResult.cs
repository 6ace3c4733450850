namespace Studies.Studies.Chattiness;

/// <summary>The measurements of a way to read a customer with its orders, at one latency of the back-end.</summary>
internal sealed record ChattinessResult(
    int LatencyMs, string Variant, double Calls, double? P50Ms, double? P99Ms, double Rps,
    StudyRatio? ThroughputRatio, double? CpuMs, StudyRatio? CpuRatio, double? BackendCpuMs)
{
    public static IReadOnlyList<string> Headings { get; } =
    [
        "latency", "variant", "calls", "p50 ms", "p99 ms", "req/s", "× first", "CPU ms", "CPU × first", "back-end CPU ms",
    ];

    /// <summary>Takes over the measurements of a variant of a comparison.</summary>
    public static ChattinessResult Create(int latencyMs, double calls, VariantResult variant) => new(
        latencyMs, variant.Name, calls, variant.Latency.P50, variant.Latency.P99, variant.Throughput.Median,
        StudyRatio.From(variant.Ratio), variant.Target.CpuMs, StudyRatio.From(variant.CpuRatio),
        variant.Backend.CpuMs);

    public IReadOnlyList<string> ToCells() =>
    [
        $"{LatencyMs} ms", Variant, TableNumbers.Format(Calls, "0.##"), TableNumbers.Format(P50Ms),
        TableNumbers.Format(P99Ms), TableNumbers.Format(Rps), FormatRatio(ThroughputRatio), TableNumbers.Format(CpuMs),
        FormatRatio(CpuRatio), TableNumbers.Format(BackendCpuMs),
    ];

    private string FormatRatio(StudyRatio? ratio) =>
        StudyRatio.Format(ratio, isBaseline: Variant is ChattinessStudy.Baseline);
}
