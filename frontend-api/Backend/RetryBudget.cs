using Polly.Retry;

namespace FrontendApi.Backend;

/// <summary>
/// Limits retries to a share of the calls of the whole process, so that retries cannot multiply the load of a back-end
/// that fails for everyone. Each call adds a share of a token, and each retry takes a whole one: as in the retry
/// throttling of gRPC and in the retry budget of Finagle.
/// </summary>
internal sealed class RetryBudget
{
    /// <summary>The tokens at the start, and the most that quiet times can save.</summary>
    private const double MaxTokens = 10;

    private readonly Lock _lock = new();
    private double _tokens = MaxTokens;

    /// <summary>
    /// Returns whether the result of an attempt leads to a retry. Counts the call at its first attempt, and takes the
    /// token of the retry.
    /// </summary>
    public async ValueTask<bool> AllowsRetryAsync(
        RetryPredicateArguments<HttpResponseMessage> attempt,
        Func<RetryPredicateArguments<HttpResponseMessage>, ValueTask<bool>> isRetryable,
        ResilienceOptions options)
    {
        if (attempt.AttemptNumber is 0)
            AddCall(options.RetryBudget);
        return attempt.AttemptNumber < options.Retries && await isRetryable(attempt) && TryTakeRetry();
    }

    private void AddCall(double share)
    {
        lock (_lock)
            _tokens = Math.Min(MaxTokens, _tokens + share);
    }

    private bool TryTakeRetry()
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
