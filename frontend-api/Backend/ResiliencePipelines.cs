using FrontendApi.Telemetry;
using Microsoft.Extensions.Options;
using Polly;
using Polly.CircuitBreaker;
using Polly.Retry;
using Polly.Telemetry;
using Polly.Timeout;

namespace FrontendApi.Backend;

/// <summary>
/// The Polly pipelines of the query flag <c>resilience=standard</c>: one for reads and one for posts. The two pipelines
/// share one circuit breaker, because there is one back-end, but retry different failures.
/// </summary>
internal sealed class ResiliencePipelines
{
    // Calls that the open circuit breaker rejects are not retried, because the caller is told to try again later.
    private static readonly PredicateBuilder<object> IsTransient = new PredicateBuilder<object>()
        .Handle<BackendException>(exception => exception.IsTransient)
        .Handle<TimeoutRejectedException>();

    private static readonly PredicateBuilder<object> FailuresWithoutEffect = new PredicateBuilder<object>()
        .Handle<BackendException>(exception => exception.FailedCallHadNoEffect);

    private readonly ResilienceOptions _options;
    private readonly FrontendMetrics _metrics;
    private readonly TimeProvider _time;
    private readonly ResiliencePipeline _reads;
    private readonly ResiliencePipeline _posts;

    public ResiliencePipelines(
        IOptions<ResilienceOptions> options,
        CircuitBreakerStateProvider state,
        FrontendMetrics metrics,
        TimeProvider time)
    {
        (_options, _metrics, _time) = (options.Value, metrics, time);
        var attempt = CreateBuilder()
            .AddCircuitBreaker(new CircuitBreakerStrategyOptions
            {
                Name = "circuit-breaker",
                ShouldHandle = IsTransient,
                FailureRatio = _options.FailureRatio,
                MinimumThroughput = _options.MinimumThroughput,
                SamplingDuration = _options.SamplingDuration,
                BreakDuration = _options.BreakDuration,
                StateProvider = state,
            })
            .AddTimeout(new TimeoutStrategyOptions { Name = "attempt-timeout", Timeout = _options.AttemptTimeout })
            .Build();
        _reads = BuildPipeline(attempt, IsTransient);
        _posts = BuildPipeline(attempt, FailuresWithoutEffect);
    }

    /// <summary>
    /// Returns the pipeline for calls to a resource. Calls that are not idempotent are retried only if they had no
    /// effect.
    /// </summary>
    public ResiliencePipeline GetPipeline(BackendResource resource) => resource.IsIdempotent ? _reads : _posts;

    private ResiliencePipeline BuildPipeline(ResiliencePipeline attempt, PredicateBuilder<object> shouldRetry) =>
        CreateBuilder()
            .AddTimeout(new TimeoutStrategyOptions { Name = "total-timeout", Timeout = _options.TotalTimeout })
            .AddRetry(new RetryStrategyOptions
            {
                Name = "retry",
                ShouldHandle = shouldRetry,
                MaxRetryAttempts = _options.Retries,
                Delay = _options.RetryDelay,
                BackoffType = DelayBackoffType.Exponential,
                UseJitter = true,
            })
            .AddPipeline(attempt)
            .Build();

    private ResiliencePipelineBuilder CreateBuilder() =>
        new() { TelemetryListener = new EventCounter(_metrics), TimeProvider = _time };

    /// <summary>
    /// Counts the events that Polly reports, except the start and end of pipelines, because the metrics of calls to the
    /// back-end already count the calls.
    /// </summary>
    private sealed class EventCounter(FrontendMetrics metrics) : TelemetryListener
    {
        public override void Write<TResult, TArgs>(in TelemetryEventArguments<TResult, TArgs> args)
        {
            if (args.Event.EventName is not ("PipelineExecuting" or "PipelineExecuted"))
                metrics.CountResilienceEvent(args.Source.StrategyName ?? "pipeline", args.Event.EventName);
        }
    }
}
