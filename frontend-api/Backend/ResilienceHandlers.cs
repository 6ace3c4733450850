using System.Collections.Concurrent;
using Microsoft.Extensions.Http.Resilience;
using Microsoft.Extensions.Options;
using Polly;
using Polly.CircuitBreaker;

namespace FrontendApi.Backend;

/// <summary>
/// The handlers of the query flag <c>resilience</c>: two of Microsoft.Extensions.Http.Resilience with default settings,
/// and three with the settings of <see cref="ResilienceOptions"/>. A failure after the headers of a response is not
/// repeated, because a handler sees no body.
/// </summary>
internal static class ResilienceHandlers
{
    /// <summary>Adds the handler of a mode to a client.</summary>
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
                client.AddStandardHedgingHandler().Configure(DoNotHedgePosts);
                break;
            case ResilienceMode.Retry:
                client.AddResilienceHandler(mode, (pipeline, context) => pipeline.AddRetry(CreateRetry(context)));
                break;
            case ResilienceMode.Budget:
                client.AddResilienceHandler(mode, (pipeline, context) =>
                {
                    var retry = CreateRetry(context);
                    var isRetryable = retry.ShouldHandle;
                    retry.ShouldHandle = attempt => budget.AllowsRetryAsync(attempt, isRetryable, GetOptions(context));
                    pipeline.AddRetry(retry);
                });
                break;
            case ResilienceMode.Breaker:
                client.AddResilienceHandler(mode, (pipeline, context) => pipeline.AddCircuitBreaker(
                    CreateBreaker(GetOptions(context), AddCircuit(context.ServiceProvider, client.Name))));
                break;
        }
    }

    private static ResilienceOptions GetOptions(ResilienceHandlerContext context) =>
        context.ServiceProvider.GetRequiredService<IOptions<ResilienceOptions>>().Value;

    private static HttpRetryStrategyOptions CreateRetry(ResilienceHandlerContext context)
    {
        var options = GetOptions(context);
        var retry = new HttpRetryStrategyOptions
        {
            MaxRetryAttempts = options.Retries,
            Delay = options.RetryDelay,
            BackoffType = DelayBackoffType.Exponential,
            UseJitter = true,
        };
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

    private static void DoNotHedgePosts(HttpStandardHedgingResilienceOptions options)
    {
        var (isHedged, delay) = (options.Hedging.ShouldHandle, options.Hedging.Delay);
        options.Hedging.ShouldHandle = attempt => IsPost(attempt.Context) ? new(false) : isHedged(attempt);
        options.Hedging.DelayGenerator = attempt => new(IsPost(attempt.Context) ? Timeout.InfiniteTimeSpan : delay);
    }

    private static bool IsPost(ResilienceContext context) => context.GetRequestMessage()?.Method == HttpMethod.Post;

    private static CircuitBreakerStateProvider AddCircuit(IServiceProvider services, string client) =>
        services.GetRequiredService<CircuitStates>().Add(client);
}

/// <summary>The states of the circuit breakers, for the metrics.</summary>
internal sealed class CircuitStates
{
    private readonly ConcurrentDictionary<string, CircuitBreakerStateProvider> _states = new();

    /// <summary>The state of each circuit breaker, by the name of its client.</summary>
    public IEnumerable<KeyValuePair<string, CircuitBreakerStateProvider>> All => _states;

    public CircuitBreakerStateProvider Add(string client) => _states[client] = new();
}
