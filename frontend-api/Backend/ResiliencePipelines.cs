using FrontendApi.Telemetry;
using Microsoft.Extensions.Options;
using Polly;
using Polly.CircuitBreaker;
using Polly.Hedging;
using Polly.Retry;
using Polly.Telemetry;
using Polly.Timeout;
using ServiceDefaults.QueryFlags;

namespace FrontendApi.Backend;

/// <summary>
/// The Polly pipelines of the query flag <c>resilience</c>. Each mode has a pipeline for reads and one for posts, which
/// retry different failures and have circuit breakers of their own: failing reads must not stop payloads.
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
    private readonly Dictionary<(string Mode, bool IsRead), ResiliencePipeline> _pipelines = [];
    private readonly ResiliencePipeline<object> _hedging;

    public ResiliencePipelines(
        IOptions<ResilienceOptions> options, CircuitStates circuits, FrontendMetrics metrics, TimeProvider time)
    {
        (_options, _metrics, _time) = (options.Value, metrics, time);
        var budget = new RetryBudget(_options.RetryBudget);
        AddPipelines(isRead: true, IsTransient, BuildCircuitBreaker(circuits.Reads), budget);
        AddPipelines(isRead: false, FailuresWithoutEffect, BuildCircuitBreaker(circuits.Posts), budget);
        _hedging = Configure(new ResiliencePipelineBuilder<object>())
            .AddTimeout(TotalTimeout)
            .AddHedging(new HedgingStrategyOptions<object>
            {
                Name = "hedging",
                ShouldHandle = IsTransient,
                MaxHedgedAttempts = 1,
                Delay = _options.HedgingDelay,
            })
            .AddTimeout(AttemptTimeout)
            .Build();
    }

    private TimeoutStrategyOptions TotalTimeout => new() { Name = "total-timeout", Timeout = _options.TotalTimeout };

    private TimeoutStrategyOptions AttemptTimeout =>
        new() { Name = "attempt-timeout", Timeout = _options.AttemptTimeout };

    /// <summary>
    /// Makes a call with the pipeline of a mode. Calls that are not idempotent are retried only if they had no effect,
    /// and never hedged.
    /// </summary>
    /// <param name="mode">The mode of resilience, one of <see cref="ResilienceMode"/> except none.</param>
    /// <param name="resource">The resource that is called.</param>
    /// <param name="call">The delegate that makes one attempt.</param>
    /// <param name="state">The value to pass to the delegate.</param>
    /// <param name="cancellationToken">A token that cancels the call.</param>
    public async ValueTask<T> ExecuteAsync<TState, T>(
        string mode,
        BackendResource resource,
        Func<TState, CancellationToken, ValueTask<T>> call,
        TState state,
        CancellationToken cancellationToken)
    {
        if (_pipelines.TryGetValue((mode, resource.IsIdempotent), out var pipeline))
            return await pipeline.ExecuteAsync(call, state, cancellationToken);
        return (T)await _hedging.ExecuteAsync(
            static async (hedged, token) => (object)(await hedged.call(hedged.state, token))!,
            (call, state), cancellationToken);
    }

    private void AddPipelines(
        bool isRead, PredicateBuilder<object> shouldRetry, ResiliencePipeline circuitBreaker, RetryBudget budget)
    {
        var isRetryable = shouldRetry.Build();
        Add(ResilienceMode.Retry, pipeline => pipeline.AddRetry(CreateRetry(Retry)));
        Add(ResilienceMode.RetryBudget, pipeline => pipeline.AddRetry(
            CreateRetry(attempt => new(budget.AllowsRetry(attempt, _options.Retries, isRetryable)))));
        Add(ResilienceMode.Breaker, pipeline => pipeline.AddPipeline(circuitBreaker));
        Add(ResilienceMode.Standard, pipeline => pipeline.AddRetry(CreateRetry(Retry)).AddPipeline(circuitBreaker));
        if (!isRead)
            Add(ResilienceMode.Hedging, pipeline => pipeline);

        ValueTask<bool> Retry(RetryPredicateArguments<object> attempt) => new(isRetryable(attempt.Outcome));

        void Add(string mode, Func<ResiliencePipelineBuilder, ResiliencePipelineBuilder> addStrategies)
        {
            var builder = addStrategies(Configure(new ResiliencePipelineBuilder()).AddTimeout(TotalTimeout));
            _pipelines.Add((mode, isRead), builder.AddTimeout(AttemptTimeout).Build());
        }
    }

    private RetryStrategyOptions CreateRetry(Func<RetryPredicateArguments<object>, ValueTask<bool>> shouldRetry) =>
        new()
        {
            Name = "retry",
            ShouldHandle = shouldRetry,
            MaxRetryAttempts = _options.Retries,
            Delay = _options.RetryDelay,
            BackoffType = DelayBackoffType.Exponential,
            UseJitter = true,
        };

    private ResiliencePipeline BuildCircuitBreaker(CircuitBreakerStateProvider state) =>
        Configure(new ResiliencePipelineBuilder()).AddCircuitBreaker(new CircuitBreakerStrategyOptions
        {
            Name = "circuit-breaker",
            ShouldHandle = IsTransient,
            FailureRatio = _options.FailureRatio,
            MinimumThroughput = _options.MinimumThroughput,
            SamplingDuration = _options.SamplingDuration,
            BreakDuration = _options.BreakDuration,
            StateProvider = state,
        }).Build();

    private TBuilder Configure<TBuilder>(TBuilder builder)
        where TBuilder : ResiliencePipelineBuilderBase
    {
        builder.TelemetryListener = new EventCounter(_metrics);
        builder.TimeProvider = _time;
        return builder;
    }

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

/// <summary>The values of the query flag <c>resilience</c>.</summary>
internal static class ResilienceMode
{
    public const string None = "none";

    /// <summary>Retries and a circuit breaker.</summary>
    public const string Standard = "standard";

    /// <summary>Retries alone: the way to multiply the load of a back-end that is overloaded.</summary>
    public const string Retry = "retry";

    /// <summary>Retries that are limited to a share of all calls.</summary>
    public const string RetryBudget = "retry-budget";

    /// <summary>A second attempt beside the first one if that is slow or fails. Posts are not hedged.</summary>
    public const string Hedging = "hedging";

    /// <summary>A circuit breaker alone.</summary>
    public const string Breaker = "breaker";

    public static readonly ChoiceFlag ResilienceFlag = new("resilience",
        "How each call to the back-end is protected. Every mode but 'none' also limits the time of attempts and calls.",
        [None, Standard, Retry, RetryBudget, Hedging, Breaker], None)
    {
        ConfigurationKey = "Client:Resilience",
    };
}
