namespace TwoTier.Load.Engine;

internal sealed record RunContext(HttpSender Sender, RequestMix Requests, TimeSpan Timeout, TimeProvider Time)
{
    /// <summary>A token that is cancelled some time after a run was stopped, to end the requests under way.</summary>
    public CancellationToken AbortToken { get; init; }

    public MetricsSampler? Sampler { get; init; }

    public Connection CreateConnection(Measurement measurement) => new(this, measurement);
}
