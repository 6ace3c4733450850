namespace TwoTier.Load.Http.Connections;

/// <summary>
/// Sends requests one after the other: over a connection of its own to each server with HTTP/1.1, or as streams of a
/// shared connection with HTTP/2.
/// </summary>
internal sealed class HttpChannel(int number, Connector connector, Lazy<Http2Connection> http2) : IDisposable
{
    private readonly ArrayBufferWriter<byte> _bytes = new();
    private readonly Dictionary<ServerAddress, Http1Connection> _connections = [];
    private Http1Connection? _last;
    private ServerAddress? _lastServer;

    public int Number => number;

    public RequestTrace Trace { get; } = new();

    /// <summary>Creates a request that is valid until the next one is created.</summary>
    public PreparedRequest Prepare(long index, PlannedRequest planned)
    {
        var (template, indexInKind, values) = (planned.Template, planned.IndexInKind, planned.Values);
        return template.IsHttp2
            ? new PreparedRequest(index, planned, null, template.CreateMessage(indexInKind, values))
            : new PreparedRequest(index, planned, template.Render(indexInKind, values, _bytes), null);
    }

    /// <summary>Sends a request. Whatever fails is the <see cref="CompletedResponse.Error"/> of the result.</summary>
    public ValueTask<CompletedResponse> SendAsync(PreparedRequest request, BodyBuffer? body, CancellationToken stop)
    {
        Trace.Start(connector.Time.GetTimestamp());
        return request.Bytes is { } bytes
            && FindConnection(bytes.Server) is { } connection
            && connection.TrySend(bytes, body, stop, out var response)
            ? response
            : new ValueTask<CompletedResponse>(SendSlowlyAsync(request, body, stop));
    }

    /// <summary>Opens the connection of a new channel, but with HTTP/2, where the first request opens it.</summary>
    public Task OpenAsync(PreparedRequest next, CancellationToken stop) =>
        next.Bytes is { } bytes ? OpenConnectionAsync(bytes, stop) : Task.CompletedTask;

    public void Dispose()
    {
        foreach (var connection in _connections.Values)
            connection.End();
    }

    private Http1Connection? FindConnection(ServerAddress server)
    {
        if (!ReferenceEquals(server, _lastServer) && server != _lastServer)
            (_lastServer, _last) = (server, _connections.GetValueOrDefault(server));
        return _last;
    }

    private async Task<CompletedResponse> SendSlowlyAsync(
        PreparedRequest request, BodyBuffer? body, CancellationToken stop)
    {
        CompletedResponse response;
        try
        {
            response = request.Bytes is { } bytes
                ? await SendOnNewConnectionAsync(bytes, body, stop)
                : await http2.Value.SendAsync(request.Message!, body, Trace, stop);
        }
        catch (Exception e)
        {
            response = new CompletedResponse { Error = e };
        }

        Trace.EndTimestamp = connector.Time.GetTimestamp();
        return response;
    }

    // The server had closed the connection before any part of the request was sent, or there was none.
    private async Task<CompletedResponse> SendOnNewConnectionAsync(
        RequestBytes request, BodyBuffer? body, CancellationToken stop)
    {
        var connection = await OpenConnectionAsync(request, stop);
        if (connection.TrySend(request, body, stop, out var response))
            return await response;
        stop.ThrowIfCancellationRequested();
        throw connection.GetEndError();
    }

    private async Task<Http1Connection> OpenConnectionAsync(RequestBytes request, CancellationToken stop)
    {
        if (FindConnection(request.Server) is { } old)
        {
            Trace.HasUnexpectedBytes |= old.HasUnexpectedBytes;
            old.End();
        }

        var opened = await connector.OpenAsync(request.Server, false, stop);
        return _connections[request.Server] = _last = new Http1Connection(opened, Trace, connector.Time);
    }
}
