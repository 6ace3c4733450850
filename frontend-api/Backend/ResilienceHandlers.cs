using System.Collections.Concurrent;
using Microsoft.Extensions.Http.Resilience;
using Polly;
using Polly.CircuitBreaker;

namespace FrontendApi.Backend;

/// <summary>
/// The handlers of the query flag <c>resilience</c>. A handler sees no body, so that a failure after the headers of a
/// response is not repeated. Posts are neither repeated nor hedged.
/// </summary>
internal static class ResilienceHandlers
{
    public static void AddResilience(this IHttpClientBuilder client, string mode, RetryBudget budget)
    {
        switch (mode)
        {
            case ResilienceMode.Standard:
                client.AddStandardResilienceHandler().Configure((options, services) =>
                {
                    options.Retry.DisableForUnsafeHttpMethods();
                    options.CircuitBreaker.StateProvider = AddCircuit(services, client.Name);
                });
                break;
            case ResilienceMode.Hedging:
                client.AddStandardHedgingHandler().Configure(options => DoNotHedgePosts(options.Hedging));
                break;
            case ResilienceMode.Retry:
                client.AddResilienceHandler(mode, (pipeline, context) => pipeline.AddRetry(CreateRetry(Get(context))));
                break;
            case ResilienceMode.Budget:
                client.AddResilienceHandler(mode, (pipeline, context) =>
                {
                    var (options, retry) = (Get(context), CreateRetry(Get(context)));
                    var isRetryable = retry.ShouldHandle;
                    retry.ShouldHandle = attempt => budget.AllowsRetryAsync(attempt, isRetryable, options);
                    pipeline.AddRetry(retry);
                });
                break;
            case ResilienceMode.Breaker:
                client.AddResilienceHandler(mode, (pipeline, context) => pipeline.AddCircuitBreaker(
                    CreateBreaker(Get(context), AddCircuit(context.ServiceProvider, client.Name))));
                break;
        }
    }

    private static ResilienceOptions Get(ResilienceHandlerContext context) =>
        context.ServiceProvider.GetRequiredService<IOptions<ResilienceOptions>>().Value;

    private static HttpRetryStrategyOptions CreateRetry(ResilienceOptions options)
    {
        var retry = new HttpRetryStrategyOptions { MaxRetryAttempts = options.Retries, Delay = options.RetryDelay };
        retry.DisableForUnsafeHttpMethods();
        return retry;
    }

    private static HttpCircuitBreakerStrategyOptions CreateBreaker(
        ResilienceOptions options, CircuitBreakerStateProvider state) => new()
        {
            FailureRatio = options.FailureRatio,
            MinimumThroughput = options.MinimumThroughput,
            SamplingDuration = options.SamplingDuration,
            BreakDuration = options.BreakDuration,
            StateProvider = state,
        };

    private static void DoNotHedgePosts(HttpHedgingStrategyOptions options)
    {
        var (isHedged, delay) = (options.ShouldHandle, options.Delay);
        options.ShouldHandle = attempt => IsPost(attempt.Context) ? new(false) : isHedged(attempt);
        options.DelayGenerator = attempt => new(IsPost(attempt.Context) ? Timeout.InfiniteTimeSpan : delay);
    }

    private static bool IsPost(ResilienceContext context) => context.GetRequestMessage()?.Method == HttpMethod.Post;

    private static CircuitBreakerStateProvider AddCircuit(IServiceProvider services, string client) =>
        services.GetRequiredService<CircuitStates>()[client] = new();
}

/// <summary>The states of the circuit breakers by the names of their clients, for the metrics.</summary>
internal sealed class CircuitStates : ConcurrentDictionary<string, CircuitBreakerStateProvider>;
