using System.Net;

namespace TwoTier.Load.Http;

/// <summary>
/// Sends requests one after the other: over a connection of its own with HTTP/1.1, or as streams of a shared connection
/// with HTTP/2.
/// </summary>
internal sealed class HttpChannel(int number, HandlerFactory handlers, Func<Http2Connection> getHttp2) : IDisposable
{
    private Http1Connection? _http1;
    private Http2Connection? _http2;

    /// <summary>The number of the channel, which decides on the connection that it shares.</summary>
    public int Number => number;

    /// <summary>The trace of the request that was sent last.</summary>
    public RequestTrace Trace { get; } = new();

    /// <summary>Sends a request and reads its response to the end.</summary>
    public async Task<CompletedResponse> SendAsync(
        HttpRequestMessage request, BodyBuffer buffer, bool keepBody, CancellationToken stop)
    {
        var isHttp1 = BeginRequest(request);
        while (true)
        {
            try
            {
                using var response = await (isHttp1
                    ? _http1!.SendAsync(request, stop)
                    : _http2!.SendAsync(request, Trace, stop));
                await using var body = await response.Content.ReadAsStreamAsync(stop);
                return new CompletedResponse((int)response.StatusCode, await buffer.ReadAsync(body, keepBody, stop));
            }
            catch (HttpRequestException) when (isHttp1 && _http1!.CanSendAgain())
            {
                // The server had closed the connection before any part of the request was sent, so the request is sent
                // on a new one.
            }
        }
    }

    /// <summary>
    /// Opens the connection to the server of a request, without sending anything on it. With HTTP/2, the connection is
    /// opened by the first request. The channel must not have sent a request before.
    /// </summary>
    public Task OpenAsync(HttpRequestMessage next, CancellationToken stop) =>
        next.Version.Major >= HttpVersion.Version20.Major
            ? Task.CompletedTask
            : (_http1 ??= new Http1Connection(handlers, Trace)).OpenAsync(next, stop);

    /// <summary>
    /// Sends a single request and buffers the whole response. The caller must dispose of the response.
    /// </summary>
    public async Task<HttpResponseMessage> ProbeAsync(HttpRequestMessage request, CancellationToken stop)
    {
        var response = BeginRequest(request)
            ? await _http1!.SendAsync(request, stop)
            : await _http2!.SendAsync(request, Trace, stop);
        try
        {
            await BufferContentAsync(response.Content, stop);
            return response;
        }
        catch
        {
            response.Dispose();
            throw;
        }
    }

    public void Dispose() => _http1?.Dispose();

    // Prepares the channel for a request, and returns whether the request uses HTTP/1.1.
    private bool BeginRequest(HttpRequestMessage request)
    {
        Trace.Reset();
        if (request.Version.Major >= HttpVersion.Version20.Major)
        {
            _http2 ??= getHttp2();
            return false;
        }

        _http1 ??= new Http1Connection(handlers, Trace);
        _http1.BeginRequest();
        return true;
    }

    private static async Task BufferContentAsync(HttpContent content, CancellationToken stop)
    {
        try
        {
            await content.LoadIntoBufferAsync(BodyBuffer.MaxKeptBytes, stop);
        }
        catch (HttpRequestException e) when (e.HttpRequestError == HttpRequestError.ConfigurationLimitExceeded)
        {
            throw new BodyTooLongException(e);
        }
    }
}
