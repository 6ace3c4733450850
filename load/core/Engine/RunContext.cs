namespace TwoTier.Load.Engine;

/// <summary>The HTTP client, requests and clock that every load profile needs to send requests.</summary>
internal sealed record RunContext(HttpSender Sender, RequestMix Requests, TimeSpan Timeout, TimeProvider Time)
{
    /// <summary>A token that is cancelled some time after a run was stopped, to end the requests under way.</summary>
    public CancellationToken AbortToken { get; init; }

    public RequestLog? Log { get; init; }

    public MetricsSampler? Sampler { get; init; }

    public Heartbeat? Heartbeat { get; init; }

    /// <summary>Records the pauses while the requests of a profile are being sent.</summary>
    public Heartbeat.PauseWatch? PauseWatch { get; init; }

    public Connection CreateConnection(Measurement measurement)
    {
        var connection = new Connection(this, measurement);
        PauseWatch?.Add(connection);
        return connection;
    }
}
