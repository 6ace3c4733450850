using Load.Http;
using Load.Metrics;
using Load.Target;

namespace Load.Engine;

/// <summary>What every workload needs to send its requests.</summary>
internal sealed record RunContext(HttpSender Sender, RequestMix Requests, TimeSpan Timeout, TimeProvider Time)
{
    /// <summary>Of the measured requests.</summary>
    public RequestLog? Log { get; init; }

    /// <summary>Of the tiers; null where nobody looks.</summary>
    public MetricsSampler? Sampler { get; init; }

    public Connection CreateConnection(Measurement measurement) => new(Sender, Requests, measurement, Timeout, Time, Log);
}
