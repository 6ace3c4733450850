namespace TwoTier.Load.Engine;

internal sealed record RunContext(HttpSender Sender, RequestMix Requests, TimeSpan Timeout, TimeProvider Time)
{
    /// <summary>A token that is cancelled some time after a run was stopped, to end the requests under way.</summary>
    public CancellationToken AbortToken { get; init; }

    public MetricsSampler? Sampler { get; init; }
    public Heartbeat? Heartbeat { get; init; }
    public Heartbeat.PauseWatch? PauseWatch { get; init; }

    public Connection CreateConnection(Measurement measurement)
    {
        var connection = new Connection(this, measurement);
        PauseWatch?.Add(connection);
        return connection;
    }
}
