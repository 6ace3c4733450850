namespace Load.Http.Connections;

/// <summary>
/// A request that makes the HTTP handler open a connection and is never sent. The handler opens a connection only for a
/// request, but keeps the connection if the request is cancelled while the connection is being opened.
/// </summary>
/// <param name="next">The request for which the connection will be used.</param>
internal sealed class OpeningRequest(HttpRequestMessage next) : IDisposable
{
    private static readonly HttpRequestOptionsKey<OpeningRequest> Key = new("opening");

    // The HTTP handler gives up a connection that is still not open 5 seconds after its request was cancelled.
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(5);
    private readonly TaskCompletionSource _connected = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _cancelled = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _ready = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>
    /// Gets the opening request for which the HTTP handler opens a connection; null if the handler opens it for another
    /// request.
    /// </summary>
    public static OpeningRequest? Find(HttpRequestMessage request) => request.Options.TryGetValue(Key, out var opening)
        ? opening
        : null;

    /// <summary>
    /// Opens a connection, and returns when it is ready for its first request or when it could not be opened.
    /// </summary>
    public async Task OpenAsync(HttpMessageInvoker invoker, TimeProvider time, CancellationToken stop)
    {
        using var cancellation = CancellationTokenSource.CreateLinkedTokenSource(stop);
        using var request = new HttpRequestMessage(HttpMethod.Head, next.RequestUri) { Version = next.Version };
        request.Options.Set(Key, this);
        var sending = invoker.SendAsync(request, cancellation.Token);
        await Task.WhenAny(_connected.Task, sending);
        await cancellation.CancelAsync();
        await ((Task)sending).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _cancelled.TrySetResult();
        if (_connected.Task.IsCompletedSuccessfully)
            await _ready.Task.WaitAsync(Limit, time, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    /// <summary>Keeps a new TCP connection from being used until the opening request has been cancelled.</summary>
    public Task HoldAsync()
    {
        _connected.TrySetResult();
        return _cancelled.Task;
    }

    /// <summary>Records that the connection is ready for its first request.</summary>
    public void SetReady() => _ready.TrySetResult();

    public void Dispose() => _cancelled.TrySetResult();
}
