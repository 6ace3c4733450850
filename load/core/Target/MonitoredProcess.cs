namespace TwoTier.Load.Target;

/// <summary>A process whose metrics are read before, while and after load is sent.</summary>
internal sealed record MonitoredProcess(string Name, string MetricsUrl)
{
    public const string Target = "target";

    /// <summary>The path of the metrics of a process whose URL has no path.</summary>
    public const string DefaultPath = "/metrics";

    /// <summary>Whether the number of its responses is compared with the number of requests that are sent.</summary>
    public bool IsCounted { get; init; }

    public IReadOnlyDictionary<MonitoredQuantity, string> MetricNames { get; init; } =
        new Dictionary<MonitoredQuantity, string>();
}

internal sealed record MonitorChoice(string Name, string? MetricsUrl);

internal enum MonitoredQuantity
{
    PoolThreads,

    /// <summary>The number of work items that wait for a thread of the thread pool.</summary>
    PoolQueue,

    /// <summary>The resident memory in bytes, mapped files included.</summary>
    Memory,

    /// <summary>The resident memory in bytes that is not backed by a file.</summary>
    AnonymousMemory,

    /// <summary>The number of TCP connections in the state TIME_WAIT.</summary>
    TimeWait,
}
