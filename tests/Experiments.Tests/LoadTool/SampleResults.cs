using TwoTier.Load.Results;

namespace Experiments.Tests.LoadTool;

/// <summary>Creates results of the load tool that were never measured.</summary>
internal static class SampleResults
{
    public static Result Create(params VariantResult[] variants) => new()
    {
        Kind = variants.Length > 1 ? Result.ComparisonKind : Result.RunKind,
        Id = "",
        Started = "",
        Ended = "",
        DurationS = 1,
        Command = "",
        RepeatCommand = "",
        Baseline = variants[0].Name,
        Validity = new RunValidity(RunValidity.ValidState, []),
        Provenance = [],
        Variants = variants,
    };

    public static VariantResult CreateVariant(
        string name, double throughput, double? p50 = null, double? p99 = null) => new()
        {
            Name = name,
            Url = "http://127.0.0.1:1/",
            Requests = 1000,
            Errors = 0,
            Statuses = new Dictionary<string, long>(),
            TransportErrors = new Dictionary<string, long>(),
            Throughput = new Throughput(throughput, null, null),
            Latency = new LatencyResult { P50 = p50, P99 = p99, Curve = [], Clock = "service" },
        };

    public static ProcessResult CreateProcess(double? cpuMs = null, double? allocKb = null) =>
        new() { CpuMs = cpuMs, AllocKb = allocKb };
}
