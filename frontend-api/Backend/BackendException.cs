namespace FrontendApi.Backend;

/// <summary>A failed call to the back-end, described in the same way for all client APIs.</summary>
internal sealed class BackendException(
    BackendFailure failure, BackendResource resource, HttpStatusCode? status = null, Exception? cause = null)
    : Exception($"{resource.Path}: {failure.Title}", cause)
{
    public BackendFailure Failure => failure;

    public BackendResource Resource => resource;

    /// <summary>The status of the back-end's response, or null if there was none.</summary>
    public HttpStatusCode? Status => status;

    /// <summary>The back-end's reason for rejecting the payload, or the status of gRPC, if it gave one.</summary>
    public string? Reason { get; init; }

    /// <summary>The time to wait, if the back-end gave one.</summary>
    public TimeSpan? RetryAfter { get; init; }
}

/// <summary>An exception that the back-end did not cause: a mistake of a strategy's author.</summary>
internal sealed class StrategyException(string strategy, Exception cause)
    : Exception($"The strategy '{strategy}' threw {cause.GetType().Name}: {cause.Message}", cause)
{
    public string Strategy => strategy;
}
