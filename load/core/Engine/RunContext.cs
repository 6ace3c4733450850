namespace TwoTier.Load.Engine;

/// <summary>The HTTP client, requests and clock that every load profile needs to send requests.</summary>
internal sealed record RunContext(HttpSender Sender, RequestMix Requests, TimeSpan Timeout, TimeProvider Time)
{
    /// <summary>Whether the latencies include the requests that ended in a transport error.</summary>
    public bool IncludesFailures { get; init; }

    /// <summary>A token that is cancelled some time after a run was stopped, to end the requests under way.</summary>
    public CancellationToken AbortToken { get; init; }

    /// <summary>The log of the measured requests; null if no log is written.</summary>
    public RequestLog? Log { get; init; }

    /// <summary>Traces the requests; null if they are not traced.</summary>
    public TraceCollector? Traces { get; init; }

    /// <summary>The sampler of the monitored processes; null if no metrics are sampled.</summary>
    public MetricsSampler? Sampler { get; init; }

    /// <summary>Watches for pauses of the load tool; null if nothing does.</summary>
    public Heartbeat? Heartbeat { get; init; }

    /// <summary>Records the pauses while the requests of a profile are being sent.</summary>
    public Heartbeat.PauseWatch? PauseWatch { get; init; }

    /// <summary>Creates a connection that records into the given measurement.</summary>
    public Connection CreateConnection(Measurement measurement)
    {
        var connection = new Connection(this, measurement);
        PauseWatch?.Add(connection);
        return connection;
    }
}
