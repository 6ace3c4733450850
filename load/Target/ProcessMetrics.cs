namespace Load.Target;

/// <summary>
/// What a tier's <c>/metrics</c> said at one moment, or used between two; null is what it does not measure. The names
/// are those of the .NET runtime's and ASP.NET Core's own instruments, and for a process of another kind those that
/// Prometheus' clients agree on.
/// </summary>
/// <param name="CpuSeconds">User and system time of the process.</param>
/// <param name="JitSeconds">Time spent compiling, which is part of the former.</param>
/// <param name="JitMethods">Methods compiled.</param>
/// <param name="AllocatedBytes">Allocated on the managed heap.</param>
/// <param name="GcPauseSeconds">Time in which the collector held all threads.</param>
/// <param name="ConnectionsOpened">Outbound HTTP connections: those open and those that have ended.</param>
/// <param name="PoolThreads">Threads in the pool, or the most since its start: a level, not a difference.</param>
/// <param name="PoolQueue">Work that waits for a pool thread, or the most since its start: a level, not a difference.</param>
/// <param name="ServerRequests">Requests that the server has answered.</param>
/// <param name="WorkingSetBytes">Memory of the process: a level, not a difference.</param>
internal sealed record ProcessMetrics(
    double? CpuSeconds,
    double? JitSeconds,
    double? JitMethods,
    double? AllocatedBytes,
    double? GcPauseSeconds,
    double? ConnectionsOpened,
    double? PoolThreads,
    double? PoolQueue,
    double? ServerRequests,
    double? WorkingSetBytes = null)
{
    /// <summary>Of the working set, what is no mapped file: a level, not a difference, as is the next.</summary>
    public double? AnonymousBytes { get; init; }

    /// <summary>Closed connections that keep their port, of the tier's whole network namespace.</summary>
    public double? TimeWait { get; init; }

    /// <summary>The counter that is to agree with the client's successes.</summary>
    public double? Reconciled { get; init; }

    /// <summary>
    /// Time spent compiling, over CPU time. The runtime takes the former by the clock, so it can be more than all of it.
    /// </summary>
    public double? JitShare => CpuSeconds > 0 ? JitSeconds / CpuSeconds : null;

    /// <param name="text">Of its metrics.</param>
    /// <param name="reconciled">The name of a counter of its own; null for none.</param>
    public static ProcessMetrics From(PrometheusSamples text, string? reconciled = null) => new(
        text.Sum("dotnet_process_cpu_time_seconds_total") ?? text.Sum("process_cpu_seconds_total"),
        text.Sum("dotnet_jit_compilation_time_seconds_total"),
        text.Sum("dotnet_jit_compiled_methods_total"),
        text.Sum("dotnet_gc_heap_total_allocated_bytes_total"),
        text.Sum("dotnet_gc_pause_time_seconds_total"),
        EitherOf(text.Sum("http_client_open_connections"), text.Sum("http_client_connection_duration_seconds_count")),
        // A pool without a free thread answers no scrape: where a tier keeps its highest, that is what counts.
        text.Sum("thread_pool_threads_peak") ?? text.Sum("dotnet_thread_pool_thread_count"),
        text.Sum("thread_pool_queue_peak") ?? text.Sum("dotnet_thread_pool_queue_length"),
        text.Sum("http_server_request_duration_seconds_count"),
        text.Sum("process_memory_peak_bytes") ?? text.Sum("dotnet_process_memory_working_set_bytes")
            ?? text.Sum("process_resident_memory_bytes"))
    {
        AnonymousBytes = text.Sum("process_memory_anonymous_bytes"),
        TimeWait = text.Sum("tcp_time_wait_sockets"),
        // The counter may have nothing to say yet, but the tier does.
        Reconciled = reconciled is null ? null : text.Sum(reconciled) ?? 0,
    };

    public ProcessMetrics Since(ProcessMetrics before) => new(
        Used(before.CpuSeconds, CpuSeconds),
        Used(before.JitSeconds, JitSeconds),
        Used(before.JitMethods, JitMethods),
        Used(before.AllocatedBytes, AllocatedBytes),
        Used(before.GcPauseSeconds, GcPauseSeconds),
        Used(before.ConnectionsOpened, ConnectionsOpened),
        PoolThreads,
        PoolQueue,
        Used(before.ServerRequests, ServerRequests),
        WorkingSetBytes)
    {
        AnonymousBytes = AnonymousBytes,
        TimeWait = TimeWait,
        Reconciled = Used(before.Reconciled, Reconciled),
    };

    // A counter is not exported before it has counted something: absent before and present after means from zero.
    private static double? Used(double? before, double? after) => after - (before ?? 0);

    private static double? EitherOf(double? open, double? ended) =>
        open is null && ended is null ? null : (open ?? 0) + (ended ?? 0);
}
