using TwoTier.Load.Target;

namespace Experiments.Measuring;

/// <summary>What one start measured of a variant in a cell, as it was read.</summary>
internal sealed record Reading(Cell Cell, string Variant)
{
    public Dictionary<string, VariantResult> Loads { get; } = [];

    /// <summary>A burst of the client of 2014, or one without any answer.</summary>
    public BurstOutcome? Burst { get; set; }

    /// <summary>The milliseconds from the start of the process until it is ready.</summary>
    public double? ReadyMs { get; set; }

    /// <summary>The milliseconds of a request over the round trip.</summary>
    public double? RttMs { get; set; }

    /// <summary>The mean number of calls to the back-end for a customer.</summary>
    public double? Calls { get; set; }
    public PrometheusSamples? Metrics { get; set; }
    public double? MemoryMb { get; set; }
    public RuntimeStart? Start { get; set; }
    public string? Otherwise { get; set; }
    public string? Fault { get; set; }

    public Row ToRow(Experiment experiment) => new(
        Cell.Values.Append(new(Row.VariantWord, Variant)).ToDictionary())
    {
        Figures = Figures.ReadAll(this, [.. experiment.Loads.Keys]),
        Otherwise = Otherwise,
        Fault = Fault,
    };
}

/// <summary>What became of the requests of a burst.</summary>
internal sealed record BurstOutcome(long Requests, long Errors, double Seconds)
{
    public double Rate => (Requests - Errors) / Seconds;
}

/// <summary>The figures that an experiment can ask for, by name.</summary>
internal static class Figures
{
    /// <summary>The figure that is no number.</summary>
    public const string Otherwise = "otherwise";
    public const string Failed = "failed";
    public const string FailedPercent = "failed %";
    private const string RatioMark = " ×";

    private static readonly Dictionary<string, Func<Reading, double?>> OfProcesses = new()
    {
        ["calls"] = one => one.Calls,
        ["ready ms"] = one => one.ReadyMs,
        ["request over the round trip, ms"] = one => one.RttMs,
        ["HTTP/2 connections"] = one => one.Metrics is { } metrics
            ? metrics.Sum("http_client_open_connections", ("network_protocol_version", "2")) ?? 0 : null,
        ["MB without files"] = one => one.Start?.MemoryMb,
        ["MB without files, after load"] = one => one.MemoryMb,
    };

    private static readonly Dictionary<string, Func<Reading, VariantResult?, double?>> OfLoads = new()
    {
        ["req/s"] = (one, load) => one.Burst?.Rate ?? GetBurst(load)?.Throughput.Rate,
        [Failed] = (one, load) => one.Burst?.Errors ?? load?.Errors,
        [FailedPercent] = (_, load) => 100.0 * load?.Errors / load?.Requests,
        ["answered/s"] = (_, load) => (load?.Requests - load?.Errors) / load?.MeasuredS,
        ["rejected %"] = (_, load) => 100.0 * load?.Statuses.GetValueOrDefault("503") / load?.Requests,
        ["tool late ms"] = (_, load) => load?.ScheduleDelay?.P99,
        ["p50 ms"] = (_, load) => load?.Latency.P50,
        ["p99 ms"] = (_, load) => load?.Latency.P99,
        ["handshake ms"] = (_, load) => load?.Timings?.Tls?.P50,
        ["CPU ms"] = (_, load) => load?.Target.CpuMs,
        ["back-end CPU ms"] = (_, load) => load?.Backend.CpuMs,
        ["allocated kB"] = (_, load) => load?.Target.AllocKb,
        ["working set MB"] = (_, load) => load?.Target.WorkingSetMb,
        ["working set MB after"] = (_, load) => load?.Target.WorkingSetAfterMb,
        ["back-end working set MB"] = (_, load) => load?.Backend.WorkingSetMb,
        ["anonymous MB"] = (_, load) => load?.Target.AnonymousMb,
        ["anonymous MB after"] = (_, load) => load?.Target.AnonymousAfterMb,
        ["connections/s"] = (_, load) => load?.Target.ConnectionsPerS,
    };

    public static IEnumerable<string> Names => [.. OfProcesses.Keys, .. OfLoads.Keys, Otherwise];

    /// <summary>Takes a figure apart: the name of a load or none, its own name, and whether it is a ratio.</summary>
    public static (string? Load, string Name, bool IsRatio) Parse(string figure)
    {
        var isRatio = figure.EndsWith(RatioMark, StringComparison.Ordinal);
        var name = isRatio ? figure[..^RatioMark.Length] : figure;
        return name.Split(": ", 2) is [var load, var rest] ? (load, rest, isRatio) : (null, name, isRatio);
    }

    /// <summary>The name of a figure without the sign of a ratio.</summary>
    public static string GetLevel(string figure) => figure.Replace(RatioMark, "", StringComparison.Ordinal);

    /// <summary>Reads all figures of all loads; those without the name of a load are of the last one.</summary>
    public static Dictionary<string, double> ReadAll(Reading one, IReadOnlyList<string> loads)
    {
        var all = OfProcesses.Select(figure => (Name: figure.Key, Value: figure.Value(one)))
            .Concat(OfLoads.Select(figure => (Name: figure.Key, Value: figure.Value(one, Get(loads[^1])))))
            .Concat(from load in loads
                    where loads.Count > 1
                    from figure in OfLoads
                    select (Name: $"{load}: {figure.Key}", Value: figure.Value(one, Get(load))));
        return all.Where(figure => figure.Value is { } value && double.IsFinite(value))
            .ToDictionary(figure => figure.Name, figure => figure.Value!.Value);

        VariantResult? Get(string load) => one.Loads.GetValueOrDefault(load);
    }

    private static PartResult? GetBurst(VariantResult? load) =>
        load?.GetParts(PartKind.Burst) is [var burst, ..] ? burst : load;
}
