using System.Collections.Concurrent;
using Microsoft.Extensions.Http.Resilience;
using Polly;
using Polly.CircuitBreaker;

namespace FrontendApi.Backend;

/// <summary>
/// The handlers of the query flag <c>resilience</c>. A handler sees no body, so that a failure after the headers of a
/// response is not repeated. Payloads are neither repeated nor hedged. The modes standard and hedging are the
/// library's.
/// </summary>
internal static class ResilienceHandlers
{
    private static readonly ResiliencePropertyKey<bool> IsCounted = new("the budget has counted the call");

    public static void AddResilience(this IHttpClientBuilder client, string mode, ResilienceBudgets budgets)
    {
        switch (mode)
        {
            case ResilienceMode.Standard:
                client.AddStandardResilienceHandler().Configure((options, services) =>
                {
                    DoNotRetryPayloads(options.Retry);
                    options.CircuitBreaker.StateProvider = AddCircuit(services, client.Name);
                });
                break;
            case ResilienceMode.Hedging:
                client.AddStandardHedgingHandler().Configure(options => DoNotHedgePayloads(options.Hedging));
                break;
            case ResilienceMode.HedgingBudget:
                client.AddStandardHedgingHandler();
                // After the library has set the function that sends further attempts, which this one wraps.
                client.Services.AddOptions<HttpStandardHedgingResilienceOptions>(client.Name)
                    .PostConfigure<IOptions<ResilienceOptions>>((library, options) =>
                    {
                        LimitHedging(library.Hedging, budgets.Hedges, options);
                        library.Endpoint.CircuitBreaker.FailureRatio = new ResilienceOptions().FailureRatio;
                    });
                break;
            case ResilienceMode.Retry:
                client.AddResilienceHandler(mode, (pipeline, context) => pipeline.AddRetry(CreateRetry(Get(context))));
                break;
            case ResilienceMode.Budget:
                client.AddResilienceHandler(mode, (pipeline, context) =>
                {
                    var (options, retry) = (Get(context), CreateRetry(Get(context)));
                    var isRetryable = retry.ShouldHandle;
                    retry.ShouldHandle = async attempt =>
                    {
                        if (attempt.AttemptNumber is 0)
                            budgets.Retries.AddCall(options.RetryBudget);
                        return attempt.AttemptNumber < options.Retries && await isRetryable(attempt)
                            && budgets.Retries.TryTake();
                    };
                    pipeline.AddRetry(retry);
                });
                break;
            case ResilienceMode.Breaker:
                client.AddResilienceHandler(mode, (pipeline, context) => pipeline
                    .AddCircuitBreaker(CreateBreaker(Get(context), AddCircuit(context.ServiceProvider, client.Name)))
                    .AddStrategy(
                        _ => new AbandonedAttempts(context.ServiceProvider.GetRequiredService<TimeProvider>()),
                        new AbandonedAttemptOptions()));
                break;
        }
    }

    private static ResilienceOptions Get(ResilienceHandlerContext context) =>
        context.ServiceProvider.GetRequiredService<IOptions<ResilienceOptions>>().Value;

    private static HttpRetryStrategyOptions CreateRetry(ResilienceOptions options)
    {
        var retry = new HttpRetryStrategyOptions { MaxRetryAttempts = options.Retries, Delay = options.RetryDelay };
        DoNotRetryPayloads(retry);
        return retry;
    }

    private static void DoNotRetryPayloads(HttpRetryStrategyOptions options)
    {
        var isRetried = options.ShouldHandle;
        options.ShouldHandle = attempt => IsPayload(attempt.Context) ? new(false) : isRetried(attempt);
    }

    private static HttpCircuitBreakerStrategyOptions CreateBreaker(
        ResilienceOptions options, CircuitBreakerStateProvider state)
    {
        var breaker = new HttpCircuitBreakerStrategyOptions
        {
            FailureRatio = options.FailureRatio,
            MinimumThroughput = options.MinimumThroughput,
            SamplingDuration = options.SamplingDuration,
            BreakDuration = options.BreakDuration,
            StateProvider = state,
        };
        var isFailure = breaker.ShouldHandle;
        // Polly knows successes and failures only: a cancelled probe would be a success, and close the circuit.
        breaker.ShouldHandle = attempt => attempt.Outcome.Exception is OperationCanceledException cancelled
            ? new(cancelled is AttemptAbandonedException || state.CircuitState is CircuitState.HalfOpen)
            : isFailure(attempt);
        return breaker;
    }

    /// <summary>Sends a further attempt only if the budget has a token for it, and sooner than the library.</summary>
    private static void LimitHedging(
        HttpHedgingStrategyOptions hedging, TokenBudget budget, IOptions<ResilienceOptions> options)
    {
        // The options are read by calls and not here, because their errors would be reported once for each client.
        var createAttempt = hedging.ActionGenerator;
        hedging.ActionGenerator = attempt => budget.TryTake() ? createAttempt(attempt) : null;
        hedging.DelayGenerator = call =>
        {
            if (!call.Context.Properties.TryGetValue(IsCounted, out _))
                budget.AddCall(options.Value.HedgingBudget);
            call.Context.Properties.Set(IsCounted, true);
            return new(options.Value.HedgingDelay);
        };
        DoNotHedgePayloads(hedging);
    }

    private static void DoNotHedgePayloads(HttpHedgingStrategyOptions options)
    {
        var (isHedged, delay, getDelay) = (options.ShouldHandle, options.Delay, options.DelayGenerator);
        options.ShouldHandle = attempt => IsPayload(attempt.Context) ? new(false) : isHedged(attempt);
        options.DelayGenerator = attempt => IsPayload(attempt.Context)
            ? new(Timeout.InfiniteTimeSpan)
            : getDelay?.Invoke(attempt) ?? new(delay);
    }

    // A call of gRPC is a POST, too, but those of the back-end only read.
    private static bool IsPayload(ResilienceContext context) => context.GetRequestMessage() is { } request
        && request.Method == HttpMethod.Post
        && request.Content?.Headers.ContentType?.MediaType is not "application/grpc";

    private static CircuitBreakerStateProvider AddCircuit(IServiceProvider services, string client) =>
        services.GetRequiredService<CircuitStates>()[client] = new();
}

/// <summary>The states of the circuit breakers by the names of their clients, for the metrics.</summary>
internal sealed class CircuitStates : ConcurrentDictionary<string, CircuitBreakerStateProvider>;
