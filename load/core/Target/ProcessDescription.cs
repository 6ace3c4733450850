namespace TwoTier.Load.Target;

/// <summary>
/// The runtime of a monitored process, as far as its metrics tell it. The names are those of OpenTelemetry and of the
/// Prometheus client libraries.
/// </summary>
internal static class ProcessDescription
{
    private const string Unknown = "unknown";

    // The second name is the one that Prometheus recommends, and the third one that of prometheus-net's MeterAdapter.
    private static readonly string[] DotnetCpuCounts =
        ["dotnet_process_cpu_count", "dotnet_process_cpus", "system_runtime_dotnet_process_cpu_count"];

    public const string NotMonitored = $"{Unknown}: not monitored";

    public static string Format(PrometheusSamples samples)
    {
        var gc = GetLabel(samples, "dotnet_build_info", "gc_mode") is { } mode
            ? $"{mode.ToLowerInvariant()} GC"
            : $"GC mode {Unknown}";
        return $"{FormatRuntime(samples)}, {gc}, {FormatProcessors(samples)}";
    }

    private static string FormatRuntime(PrometheusSamples samples) =>
        GetLabel(samples, "target_info", "process_runtime_description")
        ?? Join(
            GetLabel(samples, "target_info", "process_runtime_name"),
            GetLabel(samples, "target_info", "process_runtime_version"))
        ?? Join(".NET", GetLabel(samples, "dotnet_build_info", "runtime_version"))
        ?? Join("Go", GetLabel(samples, "go_info", "version"))
        ?? (samples.GetFirstSum(DotnetCpuCounts) is null ? $"runtime {Unknown}" : ".NET 9 or later");

    private static string FormatProcessors(PrometheusSamples samples) =>
        samples.GetFirstSum([.. DotnetCpuCounts, "process_cpu_count", "go_sched_gomaxprocs_threads"]) is { } count
            ? $"{count.ToString(CultureInfo.InvariantCulture)} {(count == 1 ? "processor" : "processors")}"
            : $"processors {Unknown}";

    private static string? Join(string? name, string? version) =>
        name is null || version is null ? null : $"{name} {version}";

    private static string? GetLabel(PrometheusSamples samples, string metric, string label) =>
        samples.GetSeries(metric).Select(series => series.Labels.GetValueOrDefault(label))
            .FirstOrDefault(value => value is not null);
}
