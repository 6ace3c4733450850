namespace TwoTier.Load.Http.Connections;

/// <summary>
/// A request that makes the HTTP handler open a connection and is never sent. The handler opens a connection only for a
/// request, but keeps the connection if the request is cancelled while the connection is being opened.
/// </summary>
internal sealed class ConnectionOpeningRequest(HttpRequestMessage next) : IDisposable
{
    private static readonly HttpRequestOptionsKey<ConnectionOpeningRequest> OptionsKey = new("opening");

    // The HTTP handler gives up a connection that is still not open 5 seconds after its request was cancelled.
    private static readonly TimeSpan OpeningTimeout = TimeSpan.FromSeconds(5);
    private readonly TaskCompletionSource _connectedSignal = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _cancelledSignal = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _readySignal = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>
    /// Gets the opening request for which the HTTP handler opens a connection; null if the handler opens it for another
    /// request.
    /// </summary>
    public static ConnectionOpeningRequest? Find(
        HttpRequestMessage request) => request.Options.TryGetValue(OptionsKey, out var opening)
        ? opening
        : null;

    /// <summary>
    /// Opens a connection, and returns when it is ready for its first request or when it could not be opened.
    /// </summary>
    public async Task OpenAsync(HttpMessageInvoker invoker, TimeProvider time, CancellationToken stop)
    {
        using var cancellation = CancellationTokenSource.CreateLinkedTokenSource(stop);
        using var request = new HttpRequestMessage(HttpMethod.Head, next.RequestUri) { Version = next.Version };
        request.Options.Set(OptionsKey, this);
        var sending = invoker.SendAsync(request, cancellation.Token);
        await Task.WhenAny(_connectedSignal.Task, sending);
        await cancellation.CancelAsync();
        await ((Task)sending).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _cancelledSignal.TrySetResult();
        if (_connectedSignal.Task.IsCompletedSuccessfully)
            await _readySignal.Task.WaitAsync(OpeningTimeout, time, stop).ConfigureAwait(
                ConfigureAwaitOptions.SuppressThrowing);
    }

    /// <summary>Keeps a new TCP connection from being used until the opening request has been cancelled.</summary>
    public Task HoldConnectionAsync()
    {
        _connectedSignal.TrySetResult();
        return _cancelledSignal.Task;
    }

    /// <summary>Records that the connection is ready for its first request.</summary>
    public void SetConnectionReady() => _readySignal.TrySetResult();

    public void Dispose() => _cancelledSignal.TrySetResult();
}
