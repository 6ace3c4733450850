using Polly.Retry;

namespace FrontendApi.Backend;

/// <summary>
/// Limits retries to a share of the calls of the process, so that they cannot multiply the load of a back-end that
/// fails. Each call adds a share of a token, and each retry takes a whole one, as in gRPC and in Finagle.
/// </summary>
internal sealed class RetryBudget
{
    // The tokens at the start, and the most that quiet times can save.
    private const double MaxTokens = 10;

    private readonly Lock _lock = new();
    private double _tokens = MaxTokens;

    /// <summary>Returns whether the result of an attempt leads to a retry, and takes the token of that.</summary>
    public async ValueTask<bool> AllowsRetryAsync(
        RetryPredicateArguments<HttpResponseMessage> attempt,
        Func<RetryPredicateArguments<HttpResponseMessage>, ValueTask<bool>> isRetryable,
        ResilienceOptions options)
    {
        var isRetry = attempt.AttemptNumber < options.Retries && await isRetryable(attempt);
        lock (_lock)
        {
            if (attempt.AttemptNumber is 0)
                _tokens = Math.Min(MaxTokens, _tokens + options.RetryBudget);
            if (!isRetry || _tokens < 1)
                return false;
            _tokens--;
            return true;
        }
    }
}
