using Microsoft.Extensions.Http.Resilience;
using Polly;

namespace FrontendApi.Backend;

/// <summary>
/// The handler of <c>resilience=budget</c>: the retries of the library, for at most a tenth of all calls of the
/// process, so that they cannot multiply the load of a back-end that fails. Each call adds a tenth of a token, and each
/// retry takes a whole one, as in gRPC and in Finagle.
/// </summary>
internal sealed class RetryBudget
{
    private const double TokensPerCall = 0.1;

    // The tokens at the start, and the most that quiet times can save.
    private const double MaxTokens = 10;

    private readonly Lock _lock = new();
    private double _tokens = MaxTokens;

    /// <summary>Adds the handler to a client. The clients of a process share the budget.</summary>
    public void AddTo(IHttpClientBuilder client) => client.AddResilienceHandler(ResilienceMode.Budget, pipeline =>
    {
        var retry = new HttpRetryStrategyOptions { Delay = TimeSpan.FromMilliseconds(200) };
        ResilienceHandlers.DoNotRetryPayloads(retry);
        var isRetryable = retry.ShouldHandle;
        retry.ShouldHandle = async attempt =>
        {
            if (attempt.AttemptNumber is 0)
                AddCall();
            return attempt.AttemptNumber < retry.MaxRetryAttempts && await isRetryable(attempt) && TryTake();
        };
        pipeline.AddRetry(retry);
    });

    private void AddCall()
    {
        lock (_lock)
            _tokens = Math.Min(MaxTokens, _tokens + TokensPerCall);
    }

    private bool TryTake()
    {
        lock (_lock)
        {
            if (_tokens < 1)
                return false;
            _tokens--;
            return true;
        }
    }
}
