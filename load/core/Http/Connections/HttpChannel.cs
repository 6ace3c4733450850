using System.Buffers;
using System.Net;

namespace TwoTier.Load.Http.Connections;

/// <summary>
/// Sends requests one after the other: over a connection of its own with HTTP/1.1, or as streams of a shared connection
/// with HTTP/2.
/// </summary>
internal sealed class HttpChannel(int number, HandlerFactory handlers, Func<Http2Connection> getHttp2) : IDisposable
{
    private readonly ArrayBufferWriter<byte> _bytes = new();
    private readonly Dictionary<DnsEndPoint, DirectConnection> _connections = [];
    private DirectConnection? _last;
    private DnsEndPoint? _lastServer;
    private Http1Connection? _http1;
    private Http2Connection? _http2;
    private Http2Connection? _sharedHttp2;

    /// <summary>The number of the channel, which decides on the connection that it shares.</summary>
    public int Number => number;

    /// <summary>The trace of the request that was sent last.</summary>
    public RequestTrace Trace { get; } = new();

    /// <summary>
    /// Creates a request that is valid until the next one is created, and decides how it is sent: directly, or by an
    /// HTTP handler.
    /// </summary>
    public PreparedRequest Prepare(long index, PlannedRequest planned, string? traceparent)
    {
        if (handlers.CanSendDirectly && planned.TryRender(traceparent, _bytes) is { } bytes)
            return new PreparedRequest(index, planned, bytes, null);
        var message = planned.CreateMessage();
        if (traceparent is not null)
            message.Headers.TryAddWithoutValidation("traceparent", traceparent);
        return new PreparedRequest(index, planned, null, message);
    }

    /// <summary>Sends a request and reads its response to the end, into a buffer if there is one.</summary>
    public ValueTask<CompletedResponse> SendAsync(PreparedRequest request, BodyBuffer? body, CancellationToken stop)
    {
        if (request.Bytes is not { } bytes)
            return new ValueTask<CompletedResponse>(SendWithHandlerAsync(request.Message!, body, stop));
        Trace.Reset();
        return FindConnection(bytes.Server) is { } connection && connection.TrySend(bytes, body, stop, out var response)
            ? response
            : new ValueTask<CompletedResponse>(SendOnNewConnectionAsync(bytes, body, stop));
    }

    /// <summary>
    /// Opens the connection to the server of a request, without sending anything on it. With HTTP/2, the connection is
    /// opened by the first request. The channel must not have sent a request before.
    /// </summary>
    public Task OpenAsync(PreparedRequest next, CancellationToken stop) =>
        next.Bytes is { } bytes ? OpenConnectionAsync(bytes, stop)
        : IsHttp2(next.Message!) ? Task.CompletedTask
        : (_http1 ??= new Http1Connection(handlers, Trace)).OpenAsync(next.Message!, stop);

    /// <summary>
    /// Sends a single request and buffers the whole response. The caller must dispose of the response.
    /// </summary>
    public async Task<HttpResponseMessage> ProbeAsync(HttpRequestMessage request, CancellationToken stop)
    {
        BeginRequest(request);
        HttpResponseMessage? response = null;
        try
        {
            response = await SendToHandlerAsync(request, stop);
            await BufferContentAsync(response.Content, stop);
            return response;
        }
        catch
        {
            response?.Dispose();
            throw;
        }
        finally
        {
            EndRequest(request);
        }
    }

    public void Dispose()
    {
        _http1?.Dispose();
        foreach (var connection in _connections.Values)
            connection.End();
    }

    private DirectConnection? FindConnection(DnsEndPoint server)
    {
        if (!ReferenceEquals(server, _lastServer) && !server.Equals(_lastServer))
            (_lastServer, _last) = (server, _connections.GetValueOrDefault(server));
        return _last;
    }

    // The server had closed the connection before any part of the request was sent, or there was none.
    private async Task<CompletedResponse> SendOnNewConnectionAsync(
        RequestBytes request, BodyBuffer? body, CancellationToken stop)
    {
        while (true)
        {
            var connection = await OpenConnectionAsync(request, stop);
            if (connection.TrySend(request, body, stop, out var response))
                return await response;
        }
    }

    private async Task<DirectConnection> OpenConnectionAsync(RequestBytes request, CancellationToken stop)
    {
        if (FindConnection(request.Server) is { } old)
        {
            Trace.HasUnexpectedBytes |= old.HasUnexpectedBytes;
            old.End();
        }

        _connections[request.Server] = _last =
            await DirectConnection.OpenAsync(request, handlers.Connector, Trace, handlers.Time, stop);
        return _last;
    }

    private async Task<CompletedResponse> SendWithHandlerAsync(
        HttpRequestMessage request, BodyBuffer? buffer, CancellationToken stop)
    {
        BeginRequest(request);
        try
        {
            if (IsHttp2(request))
                return await _http2!.SendAsync(request, buffer, Trace, stop);
            using var response = await _http1!.SendAsync(request, stop);
            await using var body = await response.Content.ReadAsStreamAsync(stop);
            return new CompletedResponse((int)response.StatusCode, await BodyBuffer.ReadAsync(body, buffer, stop));
        }
        finally
        {
            EndRequest(request);
        }
    }

    private void BeginRequest(HttpRequestMessage request)
    {
        Trace.Reset();
        if (IsHttp2(request))
        {
            _http2 = request.Headers.ConnectionClose is true
                ? new Http2Connection(handlers)
                : _sharedHttp2 ??= getHttp2();
            return;
        }

        _http1 ??= new Http1Connection(handlers, Trace);
        _http1.BeginRequest();
    }

    private Task<HttpResponseMessage> SendToHandlerAsync(HttpRequestMessage request, CancellationToken stop) =>
        IsHttp2(request) ? _http2!.SendAsync(request, Trace, stop) : _http1!.SendAsync(request, stop);

    // A request with "Connection: close" is the last one on its connection, even if the server leaves it open, and even
    // with HTTP/2, which has no such header. The handler would use the connection again.
    private void EndRequest(HttpRequestMessage request)
    {
        if (request.Headers.ConnectionClose is not true)
            return;
        if (IsHttp2(request))
            _http2?.Dispose();
        _http1?.Dispose();
        _http1 = null;
    }

    private static bool IsHttp2(HttpRequestMessage request) => request.Version.Major >= HttpVersion.Version20.Major;

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
