using System.Net;
using FrontendApi.Telemetry;
using Microsoft.Extensions.Options;

namespace FrontendApi.Backend;

#pragma warning disable SYSLIB0014 // WebClient is obsolete, but it is what the publications measured.

/// <summary>
/// Creates a WebClient for each call and applies the limits that HttpClient has built in: WebClient ignores the
/// connection limit of ServicePoint, and the timeout of WebClient does not cover the body.
/// </summary>
internal sealed class WebClientProvider(
    IOptions<BackendOptions> backend, IOptions<ConnectionOptions> connections, TimeProvider time) : IDisposable
{
    private readonly SemaphoreSlim _slots = new(connections.Value.MaxConnectionsPerServer);
    private readonly TimeSpan _timeout = backend.Value.Timeout;

    /// <summary>
    /// Reads from the back-end with a new WebClient that blocks the thread. The timeout applies to the wait for a
    /// connection, to the headers and to each part of the body separately, because a blocking HttpWebRequest has no
    /// limit for the whole response.
    /// </summary>
    public T RunBlockingRead<T>(Func<WebClient, T> read)
    {
        if (!_slots.Wait(_timeout))
            throw new TimeoutException($"No connection was available within {_timeout.TotalMilliseconds} ms.");
        try
        {
            using var client = CreateClient();
            return read(client);
        }
        finally
        {
            _slots.Release();
        }
    }

    /// <summary>
    /// Reads from the back-end asynchronously with a new WebClient. After the timeout the read is abandoned, and keeps
    /// its connection until the back-end has answered; the caller cannot end the read earlier.
    /// </summary>
    /// <param name="read">The delegate that reads from the back-end with the given WebClient.</param>
    /// <param name="cancellationToken">A token that cancels the wait for a connection, but not the read.</param>
    public async Task<T> RunReadAsync<T>(Func<WebClient, Task<T>> read, CancellationToken cancellationToken)
    {
        var started = time.GetTimestamp();
        await _slots.WaitAsync(cancellationToken);
        var remaining = _timeout - time.GetElapsedTime(started);
        return await ReadAndReleaseAsync(read)
            .WaitAsync(remaining > TimeSpan.Zero ? remaining : TimeSpan.Zero, time, CancellationToken.None);
    }

    public void Dispose() => _slots.Dispose();

    private async Task<T> ReadAndReleaseAsync<T>(Func<WebClient, Task<T>> read)
    {
        try
        {
            using var client = CreateClient();
            return await read(client);
        }
        finally
        {
            _slots.Release();
        }
    }

    private TimeoutWebClient CreateClient() =>
        new(_timeout) { BaseAddress = backend.Value.BaseAddress.AbsoluteUri };

    /// <summary>
    /// A WebClient with timeouts. The timeouts must be equal for all requests: HttpWebRequest pools connections only
    /// for requests with the same settings as the first request of the process.
    /// </summary>
    private sealed class TimeoutWebClient(TimeSpan timeout) : WebClient
    {
        protected override WebRequest GetWebRequest(Uri address)
        {
            var request = (HttpWebRequest)base.GetWebRequest(address);
            request.Timeout = (int)timeout.TotalMilliseconds;
            request.ReadWriteTimeout = (int)timeout.TotalMilliseconds;
            return request;
        }

        protected override WebResponse GetWebResponse(WebRequest request)
        {
            var response = base.GetWebResponse(request);
            TimeToFirstByteHandler.ReportFirstByte();
            return response;
        }

        protected override WebResponse GetWebResponse(WebRequest request, IAsyncResult result)
        {
            var response = base.GetWebResponse(request, result);
            TimeToFirstByteHandler.ReportFirstByte();
            return response;
        }
    }
}
