using Microsoft.Extensions.Options;
using Polly;
using Polly.CircuitBreaker;
using Polly.Retry;
using Polly.Timeout;

namespace FrontendApi.Backend.Resilience;

/// <summary>One pipeline, and so one circuit, for the one back-end, whatever the strategy.</summary>
internal sealed class StandardResilience(
    IOptions<ResilienceOptions> options, CircuitBreakerStateProvider state, FrontendMetrics metrics, TimeProvider time)
{
    // An open circuit is no reason to try again: waiting is what it asks for.
    private static readonly PredicateBuilder<object> Transient = new PredicateBuilder<object>()
        .Handle<BackendException>(failure => failure.IsTransient)
        .Handle<TimeoutRejectedException>();

    public ResiliencePipeline Pipeline { get; } = Build(options.Value, state, metrics, time);

    private static ResiliencePipeline Build(
        ResilienceOptions options, CircuitBreakerStateProvider state, FrontendMetrics metrics, TimeProvider time) =>
        new ResiliencePipelineBuilder { TelemetryListener = new ResilienceTelemetry(metrics), TimeProvider = time }
            .AddTimeout(new TimeoutStrategyOptions { Name = "total-timeout", Timeout = options.TotalTimeout })
            .AddRetry(new RetryStrategyOptions
            {
                Name = "retry",
                ShouldHandle = Transient,
                MaxRetryAttempts = options.Retries,
                Delay = options.RetryDelay,
                BackoffType = DelayBackoffType.Exponential,
                UseJitter = true,
            })
            .AddCircuitBreaker(new CircuitBreakerStrategyOptions
            {
                Name = "circuit-breaker",
                ShouldHandle = Transient,
                FailureRatio = options.FailureRatio,
                MinimumThroughput = options.MinimumThroughput,
                SamplingDuration = options.SamplingDuration,
                BreakDuration = options.BreakDuration,
                StateProvider = state,
            })
            .AddTimeout(new TimeoutStrategyOptions { Name = "attempt-timeout", Timeout = options.AttemptTimeout })
            .Build();
}
