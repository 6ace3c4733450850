namespace Load.Target;

/// <summary>A process whose <c>/metrics</c> endpoint is read before, while and after load is sent.</summary>
/// <param name="Name">
/// The name of the process in tables and in the result file. The process that receives the load is named
/// <see cref="Target"/>.
/// </param>
/// <param name="BaseUrl">The scheme, host and port under which the process serves <c>/metrics</c>.</param>
internal sealed record MonitoredProcess(string Name, string BaseUrl)
{
    /// <summary>The name of the target: the process that receives the load.</summary>
    public const string Target = "target";

    /// <summary>
    /// The name of the counter that must grow by one for each successful request, or null if no counter is compared.
    /// </summary>
    public string? Reconciled { get; init; }

    /// <summary>
    /// The metrics that the user chose for some quantities, by name. They replace the standard metrics.
    /// </summary>
    public IReadOnlyDictionary<Quantity, string> MetricNames { get; init; } = new Dictionary<Quantity, string>();
}

/// <summary>A counter of a monitored process that must grow by the number of successful requests.</summary>
/// <param name="Process">The name of the monitored process.</param>
/// <param name="Counter">The name of the Prometheus counter.</param>
internal sealed record Reconciliation(string Process, string Counter);

/// <summary>A quantity of a monitored process for which the user can choose the metric to read.</summary>
internal enum Quantity
{
    /// <summary>The number of threads in the thread pool.</summary>
    PoolThreads,

    /// <summary>The number of work items that wait for a thread of the thread pool.</summary>
    PoolQueue,

    /// <summary>The resident memory in bytes, mapped files included.</summary>
    Memory,

    /// <summary>The resident anonymous memory in bytes: memory that is not backed by a file.</summary>
    AnonymousMemory,

    /// <summary>The number of TCP connections in the state TIME_WAIT.</summary>
    TimeWait,
}
