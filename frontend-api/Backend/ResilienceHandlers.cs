using Microsoft.Extensions.Http.Resilience;
using Polly;

namespace FrontendApi.Backend;

/// <summary>
/// The handlers of the query flag <c>resilience</c>. A handler sees no body, so that a failure after the headers of a
/// response is not repeated. Payloads are neither repeated nor hedged. The modes standard and hedging are the
/// library's, with its default settings.
/// </summary>
internal static class ResilienceHandlers
{
    public static void AddResilience(this IHttpClientBuilder client, string mode, RetryBudget budget)
    {
        switch (mode)
        {
            case ResilienceMode.Standard:
                client.AddStandardResilienceHandler().Configure(options => DoNotRetryPayloads(options.Retry));
                break;
            case ResilienceMode.Hedging:
                client.AddStandardHedgingHandler().Configure(options => DoNotHedgePayloads(options.Hedging));
                break;
            case ResilienceMode.Budget:
                budget.AddTo(client);
                break;
        }
    }

    public static void DoNotRetryPayloads(HttpRetryStrategyOptions options)
    {
        var isRetried = options.ShouldHandle;
        options.ShouldHandle = attempt => IsPayload(attempt.Context) ? new(false) : isRetried(attempt);
    }

    private static void DoNotHedgePayloads(HttpHedgingStrategyOptions options)
    {
        var (isHedged, delay) = (options.ShouldHandle, options.Delay);
        options.ShouldHandle = attempt => IsPayload(attempt.Context) ? new(false) : isHedged(attempt);
        options.DelayGenerator = attempt => new(IsPayload(attempt.Context) ? Timeout.InfiniteTimeSpan : delay);
    }

    // A call of gRPC is a POST, too, but those of the back-end only read.
    private static bool IsPayload(ResilienceContext context) => context.GetRequestMessage() is { } request
        && request.Method == HttpMethod.Post
        && request.Content?.Headers.ContentType?.MediaType is not "application/grpc";
}
