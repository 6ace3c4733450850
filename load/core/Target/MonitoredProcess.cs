namespace TwoTier.Load.Target;

/// <summary>A process whose metrics are read before, while and after load is sent.</summary>
internal sealed record MonitoredProcess(string Name, string MetricsUrl)
{
    public const string Target = "target";

    /// <summary>The path of the metrics of a process whose URL has no path.</summary>
    public const string DefaultPath = "/metrics";

    /// <summary>Whether the number of its responses is compared with the number of requests that are sent.</summary>
    public bool IsCounted { get; init; }

    /// <summary>The metrics that the user chose, by quantity.</summary>
    public IReadOnlyDictionary<string, string> MetricNames { get; init; } = new Dictionary<string, string>();
}

internal sealed record MonitorChoice(string Name, string? MetricsUrl);
