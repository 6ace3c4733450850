using TwoTier.Load.Target;

namespace Experiments.Grids;

/// <summary>What one start measured of a variant in a cell.</summary>
internal sealed record GridMeasurement(GridCell Cell, string Variant)
{
    public Dictionary<string, VariantResult> Loads { get; } = [];

    /// <summary>The milliseconds from the start of the process until it is ready.</summary>
    public double? ReadyMs { get; set; }

    /// <summary>The milliseconds of a request over the round trip.</summary>
    public double? RttMs { get; set; }

    /// <summary>The mean number of calls to the back-end for a customer.</summary>
    public double? Calls { get; set; }
    public PrometheusSamples? Metrics { get; set; }
    public ProcessStatus? Status { get; set; }
    public double? ThrottledPercent { get; set; }
    public RuntimeStart? Start { get; set; }
    public double? DiskMb { get; set; }
    /// <summary>What became of the process, if it did not survive.</summary>
    public string? Otherwise { get; set; }
}

/// <summary>The figures that the file of a study can ask for, by name.</summary>
internal static class GridFigures
{
    /// <summary>The figure that is no number.</summary>
    public const string Otherwise = "otherwise";
    private const string RatioMark = " ×";

    public static IReadOnlyDictionary<string, Func<GridMeasurement, VariantResult?, double?>> All { get; } =
        new Dictionary<string, Func<GridMeasurement, VariantResult?, double?>>
        {
            ["req/s"] = (_, load) => load?.Throughput.Rate,
            ["answered/s"] = (_, load) => (load?.Requests - load?.Errors) / load?.MeasuredS,
            ["rejected %"] = (_, load) => 100.0 * load?.Statuses.GetValueOrDefault("503") / load?.Requests,
            ["failed %"] = (_, load) => 100.0 * load?.Errors / load?.Requests,
            ["tool late ms"] = (_, load) => load?.ScheduleDelay?.P99,
            ["p50 ms"] = (_, load) => load?.Latency.P50,
            ["p99 ms"] = (_, load) => load?.Latency.P99,
            ["handshake ms"] = (_, load) => load?.Timings?.Tls?.P50,
            ["CPU ms"] = (_, load) => load?.Target.CpuMs,
            ["back-end CPU ms"] = (_, load) => load?.Backend.CpuMs,
            ["allocated kB"] = (_, load) => load?.Target.AllocKb,
            ["working set MB"] = (_, load) => load?.Target.WorkingSetMb,
            ["working set MB after"] = (_, load) => load?.Target.WorkingSetAfterMb,
            ["anonymous MB"] = (_, load) => load?.Target.AnonymousMb,
            ["anonymous MB after"] = (_, load) => load?.Target.AnonymousAfterMb,
            ["connections/s"] = (_, load) => load?.Target.ConnectionsPerS,
            ["calls"] = (one, _) => one.Calls,
            ["ready ms"] = (one, _) => one.ReadyMs,
            ["request over the round trip, ms"] = (one, _) => one.RttMs,
            ["HTTP/2 connections"] = (one, _) => one.Metrics is { } metrics
                ? metrics.Sum("http_client_open_connections", ("network_protocol_version", "2")) ?? 0 : null,
            ["processors"] = (one, _) => one.Metrics?.Sum("dotnet_process_cpus"),
            ["pool threads"] = (one, _) => one.Metrics?.Sum("dotnet_thread_pool_threads"),
            ["throttled %"] = (one, _) => one.ThrottledPercent,
            ["MB without files"] = (one, _) => one.Start?.MemoryMb,
            ["MB without files, after load"] = (one, _) => one.Status?.WithoutFiles / 1e6,
            ["MB on disk"] = (one, _) => one.DiskMb,
            ["first answer, ms"] = (one, _) => one.Start?.FirstAnswerMs,
            ["1000 answers, ms"] = (one, _) => one.Start?.AllAnswersMs,
            ["survived %"] = (one, _) => one.Otherwise is null ? 100 : 0,
            [Otherwise] = (_, _) => null,
        };

    /// <summary>Takes a figure apart: the name of a load or none, its own name, and whether it is a ratio.</summary>
    public static (string? Load, string Name, bool IsRatio) Parse(string figure)
    {
        var isRatio = figure.EndsWith(RatioMark, StringComparison.Ordinal);
        var name = isRatio ? figure[..^RatioMark.Length] : figure;
        return name.Split(": ", 2) is [var load, var rest] ? (load, rest, isRatio) : (null, name, isRatio);
    }

    /// <summary>Reads a figure; without the name of a load, of the last one.</summary>
    public static double? Read(this GridMeasurement one, string figure, GridFile grid)
    {
        var (load, name, _) = Parse(figure);
        return All[name](one, one.Loads.GetValueOrDefault(load ?? grid.Loads.Keys.Last()));
    }
}
