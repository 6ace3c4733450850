namespace Load.Target;

/// <summary>A process whose <c>/metrics</c> are read before, while and after load is sent.</summary>
/// <param name="Name">
/// The name in tables and in the result file. The target's own process is <see cref="Target"/>.
/// </param>
/// <param name="BaseUrl">The scheme, host and port under which the process serves <c>/metrics</c>.</param>
internal sealed record MonitoredProcess(string Name, string BaseUrl)
{
    /// <summary>The name of the process that receives the load.</summary>
    public const string Target = "target";

    /// <summary>The counter that must grow by one for each successful request, or null to compare none.</summary>
    public string? Reconciled { get; init; }

    /// <summary>The metrics that the user chose for some quantities. They replace the standard ones.</summary>
    public IReadOnlyDictionary<Quantity, string> MetricNames { get; init; } = new Dictionary<Quantity, string>();
}

/// <summary>A counter of a monitored process that must agree with the number of successful requests.</summary>
/// <param name="Process">The name of the monitored process.</param>
/// <param name="Counter">The name of the Prometheus counter.</param>
internal sealed record Reconciliation(string Process, string Counter);

/// <summary>A quantity of a process for which the user can name the metric that has it.</summary>
internal enum Quantity
{
    /// <summary>Threads in the thread pool.</summary>
    PoolThreads,

    /// <summary>Work items that wait for a pool thread.</summary>
    PoolQueue,

    /// <summary>Resident memory in bytes, mapped files included.</summary>
    Memory,

    /// <summary>Resident anonymous memory in bytes: memory that is not backed by a file.</summary>
    AnonymousMemory,

    /// <summary>TCP connections in the state TIME_WAIT.</summary>
    TimeWait,
}
