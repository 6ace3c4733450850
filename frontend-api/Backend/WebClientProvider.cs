using System.Net;
using Microsoft.Extensions.Options;

namespace FrontendApi.Backend;

#pragma warning disable SYSLIB0014 // WebClient is obsolete, but it is what the publications measured.

/// <summary>
/// Creates a WebClient for each call and applies the limits that HttpClient has built in: WebClient ignores the
/// connection limit of ServicePoint, the timeout of WebClient does not cover the body, and nothing limits its size.
/// </summary>
internal sealed class WebClientProvider(
    IOptions<BackendOptions> backend, IOptions<ClientOptions> connections, FaultHeaders faults, TimeProvider time)
    : IDisposable
{
    private readonly SemaphoreSlim _slots = new(connections.Value.MaxConnectionsPerServer);
    private readonly TimeSpan _timeout = backend.Value.Timeout;

    /// <summary>
    /// Reads from the back-end with a new WebClient that blocks the thread. The timeout applies to the wait for a
    /// connection, to the headers and to each part of the body separately, because a blocking HttpWebRequest has no
    /// limit for the whole response; no further part is read after the timeout.
    /// </summary>
    public T RunBlockingRead<T>(BackendCalls calls, Func<WebClient, T> read)
    {
        if (!_slots.Wait(_timeout))
            throw new TimeoutException($"No connection was available within {_timeout.TotalMilliseconds} ms.");
        try
        {
            using var client = CreateClient(calls);
            return read(client);
        }
        finally
        {
            _slots.Release();
        }
    }

    /// <summary>
    /// Reads from the back-end asynchronously with a new WebClient. After the timeout the read is abandoned, and keeps
    /// its connection until the next part of the response arrives; the caller cannot end the read earlier.
    /// </summary>
    public async Task<T> RunReadAsync<T>(BackendCalls calls, Func<WebClient, Task<T>> read)
    {
        var started = time.GetTimestamp();
        await _slots.WaitAsync(calls.CancellationToken);
        var remaining = _timeout - time.GetElapsedTime(started);
        return await ReadAndReleaseAsync(calls, read)
            .WaitAsync(remaining > TimeSpan.Zero ? remaining : TimeSpan.Zero, time, CancellationToken.None);
    }

    public void Dispose() => _slots.Dispose();

    private async Task<T> ReadAndReleaseAsync<T>(BackendCalls calls, Func<WebClient, Task<T>> read)
    {
        try
        {
            using var client = CreateClient(calls);
            return await read(client);
        }
        finally
        {
            _slots.Release();
        }
    }

    private TimeoutWebClient CreateClient(BackendCalls calls)
    {
        var client = new TimeoutWebClient(calls, _timeout, backend.Value.MaxResponseBytes)
        {
            BaseAddress = backend.Value.BaseAddress.AbsoluteUri,
        };
        foreach (var (name, value) in faults.Read())
            client.Headers[name] = value;
        return client;
    }

    /// <summary>
    /// A WebClient with timeouts and a largest response. The settings must be equal for all requests: HttpWebRequest
    /// pools connections only for requests with the same settings as the first request of the process.
    /// </summary>
    private sealed class TimeoutWebClient(BackendCalls calls, TimeSpan timeout, int maxBytes) : WebClient
    {
        private readonly CancellationToken _deadline = calls.CancellationToken;
        private long _sent;

        protected override WebRequest GetWebRequest(Uri address)
        {
            var request = (HttpWebRequest)base.GetWebRequest(address);
            request.AllowAutoRedirect = false;
            request.Timeout = (int)timeout.TotalMilliseconds;
            request.ReadWriteTimeout = (int)timeout.TotalMilliseconds;
            _sent = calls.RecordSend();
            return request;
        }

        protected override WebResponse GetWebResponse(WebRequest request) =>
            Receive(() => base.GetWebResponse(request));

        protected override WebResponse GetWebResponse(WebRequest request, IAsyncResult result) =>
            Receive(() => base.GetWebResponse(request, result));

        private LimitedWebResponse Receive(Func<WebResponse> getResponse)
        {
            WebResponse? response = null;
            try
            {
                response = getResponse();
            }
            catch (WebException exception) when (exception.Response is HttpWebResponse failed)
            {
                response = failed;
            }
            finally
            {
                calls.RecordHeaders(_sent, "GET", (response as HttpWebResponse)?.StatusCode);
            }

            // HttpWebRequest treats redirects as successes if it does not follow them.
            if (response is HttpWebResponse { StatusCode: >= HttpStatusCode.MultipleChoices and var status })
            {
                // WebClient does not close a response that it does not accept. Its connection would stay open, and
                // taken, until the garbage collector finds it.
                response.Dispose();
                throw new WebException(null, new HttpRequestException(null, null, status));
            }

            return new(response, new(response.GetResponseStream(), maxBytes) { CancellationToken = _deadline });
        }
    }

    /// <summary>A response whose body is another stream than the one that HttpWebRequest returned.</summary>
    private sealed class LimitedWebResponse(WebResponse response, LengthLimitedStream body) : WebResponse
    {
        public override long ContentLength => response.ContentLength;

        public override string ContentType => response.ContentType;

        public override WebHeaderCollection Headers => response.Headers;

        public override Uri ResponseUri => response.ResponseUri;

        public override Stream GetResponseStream() => body;

        public override void Close() => response.Close();
    }
}
