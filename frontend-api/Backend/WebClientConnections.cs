using System.Net;
using Microsoft.Extensions.Options;

namespace FrontendApi.Backend;

/// <summary>
/// Makes a WebClient for each call and keeps it within the limits that HttpClient has by itself: WebClient ignores
/// ServicePoint's connection limit, and its Timeout ends with the headers.
/// </summary>
internal sealed class WebClientConnections(
    IOptions<BackendOptions> backend, IOptions<ConnectionOptions> connections, TimeProvider time) : IDisposable
{
    private readonly SemaphoreSlim _slots = new(connections.Value.MaxConnectionsPerServer);
    private readonly TimeSpan _timeout = backend.Value.Timeout;

    /// <summary>
    /// Blocks the thread: within the timeout for a connection, for the headers, and for each part of the body that arrives,
    /// as that is all that a blocking HttpWebRequest can be told.
    /// </summary>
    public string Use(Func<WebClient, string> call)
    {
        if (!_slots.Wait(_timeout))
            throw NoConnection();
        try
        {
            using var client = Create();
            return call(client);
        }
        finally
        {
            _slots.Release();
        }
    }

    /// <summary>After the timeout it abandons the call, which keeps its connection until the back-end has answered.</summary>
    public async Task<string> UseAsync(Func<WebClient, Task<string>> call, CancellationToken cancellationToken)
    {
        var started = time.GetTimestamp();
        if (!await _slots.WaitAsync(_timeout, cancellationToken))
            throw NoConnection();
        var left = _timeout - time.GetElapsedTime(started);
        return await CallThenRelease(call).WaitAsync(left > TimeSpan.Zero ? left : TimeSpan.Zero, time, CancellationToken.None);
    }

    public void Dispose() => _slots.Dispose();

    private async Task<string> CallThenRelease(Func<WebClient, Task<string>> call)
    {
        try
        {
            using var client = Create();
            return await call(client);
        }
        finally
        {
            _slots.Release();
        }
    }

    private BoundedWebClient Create() => new(_timeout) { BaseAddress = backend.Value.BaseAddress.AbsoluteUri };

    private TimeoutException NoConnection() => new($"No connection was free within {_timeout.TotalMilliseconds} ms.");
}
