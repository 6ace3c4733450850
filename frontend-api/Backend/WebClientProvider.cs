namespace FrontendApi.Backend;

#pragma warning disable SYSLIB0014 // WebClient is obsolete, but it is what the publications measured.

/// <summary>
/// Creates a WebClient for each call, and adds the limits that HttpClient has built in: the timeout of a WebClient does
/// not cover the body, and nothing limits the size.
/// </summary>
internal sealed class WebClientProvider(IOptions<BackendOptions> backend, TimeProvider time)
{
    private readonly TimeSpan _timeout = backend.Value.Timeout;

    // No proxy of the environment, and no cookies, which are off by default. A proxy that is null for a request only
    // would end the reuse of connections.
    static WebClientProvider() => WebRequest.DefaultWebProxy = null;

    /// <summary>
    /// Reads a response. A blocking read is complete when this returns; the timeout applies to its headers and to each
    /// part of its body separately, because a blocking HttpWebRequest has no limit for the whole response. Any other read
    /// is abandoned after the timeout, and keeps its connection until the next part of the response arrives.
    /// </summary>
    public Task<T> RunAsync<T>(BackendCalls calls, Func<WebClient, Task<T>> read, CancellationToken cancellationToken) =>
        ReadAsync(calls, read, cancellationToken).WaitAsync(_timeout, time, CancellationToken.None);

    private async Task<T> ReadAsync<T>(
        BackendCalls calls, Func<WebClient, Task<T>> read, CancellationToken cancellationToken)
    {
        using var client = CreateClient(calls, cancellationToken);
        return await read(client);
    }

    private TimeoutWebClient CreateClient(BackendCalls calls, CancellationToken cancellationToken) =>
        new(calls, _timeout, backend.Value.MaxResponseBytes, cancellationToken)
        {
            BaseAddress = backend.Value.BaseAddress.AbsoluteUri,
        };

    // The settings must be equal for all requests: HttpWebRequest pools connections only for requests with the same
    // settings as the first request of the process.
    private sealed class TimeoutWebClient(
        BackendCalls calls, TimeSpan timeout, int maxBytes, CancellationToken cancellationToken) : WebClient
    {
        private long _sent;

        protected override WebRequest GetWebRequest(Uri address)
        {
            var request = (HttpWebRequest)base.GetWebRequest(address);
            request.AllowAutoRedirect = false;
            request.Timeout = request.ReadWriteTimeout = (int)timeout.TotalMilliseconds;
            _sent = calls.GetTimestamp();
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
            catch (WebException exception) when (exception.Response is { } failed)
            {
                response = failed;
            }
            finally
            {
                calls.RecordHeaders(_sent, "GET", (response as HttpWebResponse)?.StatusCode,
                    response?.Headers["Retry-After"]);
            }

            // HttpWebRequest treats redirects as successes if it does not follow them.
            if (response is not HttpWebResponse { StatusCode: >= HttpStatusCode.MultipleChoices and var status })
                return new(response, new(response.GetResponseStream(), maxBytes, cancellationToken));
            // WebClient does not close a response that it does not accept. Its connection would stay open, and taken,
            // until the garbage collector finds it.
            response.Dispose();
            throw new WebException(null, new HttpRequestException(null, null, status));
        }
    }

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
