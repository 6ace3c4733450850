namespace FrontendApi.Backend;

/// <summary>
/// Limits further attempts to a share of the calls of the process, so that they cannot multiply the load of a back-end
/// that fails or is slow. Each call adds a share of a token, and each further attempt takes a whole one, as in gRPC and
/// in Finagle.
/// </summary>
internal sealed class TokenBudget
{
    // The tokens at the start, and the most that quiet times can save.
    private const double MaxTokens = 10;

    private readonly Lock _lock = new();
    private double _tokens = MaxTokens;

    public void AddCall(double share)
    {
        lock (_lock)
            _tokens = Math.Min(MaxTokens, _tokens + share);
    }

    public bool TryTake()
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

/// <summary>The budgets of the process, which all clients of a mode share.</summary>
internal sealed record ResilienceBudgets(TokenBudget Retries, TokenBudget Hedges);
