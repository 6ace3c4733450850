using Microsoft.Extensions.Options;
using Polly;
using Polly.CircuitBreaker;
using Polly.Retry;
using Polly.Timeout;

namespace FrontendApi.Backend.Resilience;

/// <summary>One circuit for the one back-end, whatever the strategy; what is tried again differs.</summary>
internal sealed class StandardResilience
{
    // An open circuit is no reason to try again: waiting is what it asks for.
    private static readonly PredicateBuilder<object> Transient = new PredicateBuilder<object>()
        .Handle<BackendException>(failure => failure.IsTransient)
        .Handle<TimeoutRejectedException>();

    private static readonly PredicateBuilder<object> NeverArrived = new PredicateBuilder<object>()
        .Handle<BackendException>(failure => failure.NeverArrived);

    public StandardResilience(
        IOptions<ResilienceOptions> options, CircuitBreakerStateProvider state, FrontendMetrics metrics, TimeProvider time)
    {
        var oneTry = Builder(metrics, time)
            .AddCircuitBreaker(new CircuitBreakerStrategyOptions
            {
                Name = "circuit-breaker",
                ShouldHandle = Transient,
                FailureRatio = options.Value.FailureRatio,
                MinimumThroughput = options.Value.MinimumThroughput,
                SamplingDuration = options.Value.SamplingDuration,
                BreakDuration = options.Value.BreakDuration,
                StateProvider = state,
            })
            .AddTimeout(new TimeoutStrategyOptions { Name = "attempt-timeout", Timeout = options.Value.AttemptTimeout })
            .Build();
        Reads = Around(oneTry, Transient, options.Value, metrics, time);
        Posts = Around(oneTry, NeverArrived, options.Value, metrics, time);
    }

    public ResiliencePipeline Reads { get; }

    /// <summary>A post that may have arrived is not repeated: it would be taken twice.</summary>
    public ResiliencePipeline Posts { get; }

    private static ResiliencePipeline Around(
        ResiliencePipeline oneTry, PredicateBuilder<object> again, ResilienceOptions options, FrontendMetrics metrics, TimeProvider time) =>
        Builder(metrics, time)
            .AddTimeout(new TimeoutStrategyOptions { Name = "total-timeout", Timeout = options.TotalTimeout })
            .AddRetry(new RetryStrategyOptions
            {
                Name = "retry",
                ShouldHandle = again,
                MaxRetryAttempts = options.Retries,
                Delay = options.RetryDelay,
                BackoffType = DelayBackoffType.Exponential,
                UseJitter = true,
            })
            .AddPipeline(oneTry)
            .Build();

    private static ResiliencePipelineBuilder Builder(FrontendMetrics metrics, TimeProvider time) =>
        new() { TelemetryListener = new ResilienceTelemetry(metrics), TimeProvider = time };
}
