using System.Net;
using System.Net.Http.Headers;
using FrontendApi.Telemetry;
using Microsoft.Extensions.Options;

namespace FrontendApi.Backend;

#pragma warning disable SYSLIB0014 // WebClient is obsolete, but it is what the publications measured.

/// <summary>
/// Creates a WebClient for each call and applies the limits that HttpClient has built in: WebClient ignores the
/// connection limit of ServicePoint, and the timeout of WebClient does not cover the body. Responses are validated as
/// those of HttpClient are.
/// </summary>
internal sealed class WebClientProvider(
    IOptions<BackendOptions> backend,
    IOptions<ConnectionOptions> connections,
    FaultHeaders faults,
    TimeProvider time) : IDisposable
{
    private readonly SemaphoreSlim _slots = new(connections.Value.MaxConnectionsPerServer);
    private readonly TimeSpan _timeout = backend.Value.Timeout;

    /// <summary>
    /// Reads from the back-end with a new WebClient that blocks the thread. The timeout applies to the wait for a
    /// connection, to the headers and to each part of the body separately, because a blocking HttpWebRequest has no
    /// limit for the whole response; no further part is read after the timeout.
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
    /// its connection until the next part of the response arrives; the caller cannot end the read earlier.
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

    private LimitedWebClient CreateClient()
    {
        var client = new LimitedWebClient(_timeout, backend.Value.MaxResponseBytes, time)
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
    private sealed class LimitedWebClient(TimeSpan timeout, int maxBytes, TimeProvider time) : WebClient
    {
        private readonly long _started = time.GetTimestamp();

        protected override WebRequest GetWebRequest(Uri address)
        {
            var request = (HttpWebRequest)base.GetWebRequest(address);
            request.AllowAutoRedirect = false;
            request.Timeout = (int)timeout.TotalMilliseconds;
            request.ReadWriteTimeout = (int)timeout.TotalMilliseconds;
            return request;
        }

        protected override WebResponse GetWebResponse(WebRequest request)
        {
            try
            {
                return Validate(base.GetWebResponse(request));
            }
            catch (WebException exception) when (exception.Response is HttpWebResponse failed)
            {
                throw ReportFailure(failed);
            }
        }

        protected override WebResponse GetWebResponse(WebRequest request, IAsyncResult result)
        {
            try
            {
                return Validate(base.GetWebResponse(request, result));
            }
            catch (WebException exception) when (exception.Response is HttpWebResponse failed)
            {
                throw ReportFailure(failed);
            }
        }

        private static WebException ReportFailure(HttpWebResponse response)
        {
            TimeToFirstByteHandler.ReportFirstByte();
            return Close(response);
        }

        // WebClient does not close a response that it does not accept. Its connection would stay open, and taken, until
        // the garbage collector finds it. The status cannot be read from a closed response.
        private static WebException Close(HttpWebResponse response)
        {
            using (response)
                return new(null, new HttpRequestException(null, null, response.StatusCode));
        }

        private LimitedWebResponse Validate(WebResponse response)
        {
            TimeToFirstByteHandler.ReportFirstByte();
            // HttpWebRequest treats redirects as successes if it does not follow them.
            if (response is HttpWebResponse { StatusCode: >= HttpStatusCode.MultipleChoices } redirect)
                throw Close(redirect);
            _ = MediaTypeHeaderValue.TryParse(response.ContentType, out var type);
            var isEncoded = response.Headers[HttpResponseHeader.ContentEncoding] is not null;
            try
            {
                ResponseValidationHandler.CheckMediaType(type, isEncoded);
            }
            catch
            {
                response.Dispose();
                throw;
            }

            var body = new ValidatedStream(response.GetResponseStream(), maxBytes) { BeforeRead = CheckTime };
            return new(response, body);
        }

        private void CheckTime()
        {
            if (time.GetElapsedTime(_started) >= timeout)
                throw new TimeoutException($"The response was not complete within {timeout.TotalMilliseconds} ms.");
        }
    }

    /// <summary>A response whose body is another stream than the one that HttpWebRequest returned.</summary>
    private sealed class LimitedWebResponse(WebResponse response, Stream body) : WebResponse
    {
        public override long ContentLength => response.ContentLength;

        public override string ContentType => response.ContentType;

        public override WebHeaderCollection Headers => response.Headers;

        public override Uri ResponseUri => response.ResponseUri;

        public override Stream GetResponseStream() => body;

        public override void Close() => response.Close();
    }
}
