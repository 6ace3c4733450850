namespace TwoTier.Load.Target;

/// <summary>
/// The metrics of a process at one moment, or their increase between two moments. A property is null if the process
/// does not expose the metric. The standard metric names are those of the .NET runtime and of ASP.NET Core, and for
/// other processes those of the Prometheus client libraries. The MeterAdapter of prometheus-net gives the metrics of
/// .NET other names: the name of the meter comes first, and there is no unit at the end.
/// </summary>
internal sealed record ProcessMetrics
{
    private const string PoolThreads = "pool-threads";
    private const string PoolQueue = "pool-queue";
    private const string Memory = "memory";
    private const string AnonymousMemory = "anonymous-memory";
    private const string TimeWait = "time-wait";

    /// <summary>The quantities whose metrics a user can choose.</summary>
    public static readonly string[] Quantities = [PoolThreads, PoolQueue, Memory, AnonymousMemory, TimeWait];

    private static readonly string[] RequestCounts =
    [
        "http_server_request_duration_seconds_count",
        "microsoft_aspnetcore_hosting_http_server_request_duration_count",
    ];

    /// <summary>The program that listens; null if a page of metrics was read.</summary>
    public string? Program { get; init; }

    /// <summary>Whether the program passes requests on, so that the CPU time of what answers is not known.</summary>
    public bool IsForwarder { get; init; }

    public double? CpuSeconds { get; init; }

    public double? JitSeconds { get; init; }
    public double? JitMethods { get; init; }

    /// <summary>
    /// Null if the counter stood still: a process that answers a request, if only for its metrics, has allocated
    /// something. The counter stands still after the adaptive Server GC has given up a heap.
    /// </summary>
    public double? AllocatedBytes { get; init; }

    public double? GcPauseSeconds { get; init; }

    /// <summary>Outbound HTTP connections, open or closed by now.</summary>
    public double? ConnectionsOpened { get; init; }

    /// <summary>All answered requests, whoever sent them.</summary>
    public double? AnsweredRequests { get; init; }

    /// <summary>This and the following are levels without an increase, as ProcessResult explains them.</summary>
    public double? ThreadPoolThreads { get; init; }
    public double? ThreadPoolQueueLength { get; init; }
    public double? WorkingSetBytes { get; init; }
    public double? AnonymousBytes { get; init; }
    public double? TimeWaitConnections { get; init; }

    /// <summary>Requests without an answer yet; the one for the metrics is among them.</summary>
    public double? ActiveRequests { get; init; }

    /// <summary>Outbound HTTP connections that are open, in use or idle.</summary>
    public double? OpenConnections { get; init; }

    /// <summary>
    /// Whether a counter fell: the process restarted, or another one answered. Increases count from then on.
    /// </summary>
    public bool IsRestarted { get; init; }

    /// <summary>A share of the CPU time that can be above 1, because JIT time is elapsed time.</summary>
    public double? JitShare => CpuSeconds > 0 ? JitSeconds / CpuSeconds : null;

    public static ProcessMetrics Read(PrometheusSamples samples, MonitoredProcess process)
    {
        var opened = samples.GetFirstSum(
            "http_client_connection_duration_seconds_count", "system_net_http_http_client_connection_duration_count");
        var open = samples.GetFirstSum("http_client_open_connections", "system_net_http_http_client_open_connections");
        var active = samples.GetFirstSum(
            "http_server_active_requests", "microsoft_aspnetcore_hosting_http_server_active_requests");
        return new()
        {
            CpuSeconds = samples.GetFirstSum(
                "dotnet_process_cpu_time_seconds_total",
                "system_runtime_dotnet_process_cpu_time",
                "process_cpu_seconds_total"),
            JitSeconds = samples.GetFirstSum(
                "dotnet_jit_compilation_time_seconds_total", "system_runtime_dotnet_jit_compilation_time"),
            JitMethods = samples.GetFirstSum(
                "dotnet_jit_compiled_methods_total", "system_runtime_dotnet_jit_compiled_methods"),
            AllocatedBytes = samples.GetFirstSum(
                "dotnet_gc_heap_total_allocated_bytes_total", "system_runtime_dotnet_gc_heap_total_allocated"),
            GcPauseSeconds = samples.GetFirstSum(
                "dotnet_gc_pause_time_seconds_total", "system_runtime_dotnet_gc_pause_time"),
            ConnectionsOpened = open is null ? opened : open + (opened ?? 0),
            OpenConnections = open,
            ActiveRequests = active,
            // A server that has not answered yet has no series for it, and counts as zero.
            AnsweredRequests = samples.GetFirstSum(RequestCounts) ?? (active is null ? null : 0),
            ThreadPoolThreads = Get(
                PoolThreads,
                "dotnet_thread_pool_thread_count",
                "dotnet_thread_pool_threads",
                "system_runtime_dotnet_thread_pool_thread_count"),
            ThreadPoolQueueLength = Get(
                PoolQueue,
                "dotnet_thread_pool_queue_length",
                "system_runtime_dotnet_thread_pool_queue_length"),
            WorkingSetBytes = Get(
                Memory,
                "dotnet_process_memory_working_set_bytes",
                "system_runtime_dotnet_process_memory_working_set",
                "process_resident_memory_bytes"),
            AnonymousBytes = Get(AnonymousMemory),
            TimeWaitConnections = Get(TimeWait),
        };

        // Gets the metric that the user chose, or the first of the standard metrics that the process exposes.
        double? Get(string quantity, params IEnumerable<string> standard) => samples.GetFirstSum(
            process.MetricNames.TryGetValue(quantity, out var name) ? standard.Prepend(name) : standard);
    }

    /// <summary>Adds counters of the runtime that neither a page nor the operating system tells.</summary>
    public ProcessMetrics WithCounters(ProcessMetrics counters) => this with
    {
        AllocatedBytes = counters.AllocatedBytes,
        GcPauseSeconds = counters.GcPauseSeconds,
        ThreadPoolThreads = counters.ThreadPoolThreads,
        ThreadPoolQueueLength = counters.ThreadPoolQueueLength,
    };

    public ProcessMetrics GetIncreaseSince(ProcessMetrics before) => this with
    {
        CpuSeconds = Increase(before.CpuSeconds, CpuSeconds),
        JitSeconds = Increase(before.JitSeconds, JitSeconds),
        JitMethods = Increase(before.JitMethods, JitMethods),
        AllocatedBytes = before.AllocatedBytes is { } allocated && allocated != AllocatedBytes
            ? Increase(allocated, AllocatedBytes)
            : null,
        GcPauseSeconds = Increase(before.GcPauseSeconds, GcPauseSeconds),
        ConnectionsOpened = Increase(before.ConnectionsOpened, ConnectionsOpened),
        AnsweredRequests = Increase(before.AnsweredRequests, AnsweredRequests),
        IsRestarted = before.CpuSeconds > CpuSeconds
            || before.AllocatedBytes > AllocatedBytes
            || before.AnsweredRequests > AnsweredRequests,
    };

    // A counter is not exported before its first increment, so a counter that is absent before and present after
    // started at zero. A counter that fell was reset to zero by a restart of the process.
    private static double? Increase(double? before, double? after) => after < before ? after : after - (before ?? 0);
}
