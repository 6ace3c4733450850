namespace TwoTier.Load.Http.Connections;

/// <summary>Sends requests one after the other, over a connection of its own to each server.</summary>
internal sealed class HttpChannel(int number, Connector connector) : IDisposable
{
    private readonly ArrayBufferWriter<byte> _bytes = new();
    private readonly Dictionary<ServerAddress, Http1Connection> _connections = [];
    private Http1Connection? _last;
    private ServerAddress? _lastServer;

    public int Number => number;

    public RequestTrace Trace { get; } = new();

    /// <summary>Creates a request that is valid until the next one is created.</summary>
    public PreparedRequest Prepare(PlannedRequest planned) =>
        new(planned, planned.Template.Render(planned.IndexInKind, planned.Values, _bytes));

    /// <summary>Sends a request. Whatever fails is the <see cref="CompletedResponse.Error"/> of the result.</summary>
    public ValueTask<CompletedResponse> SendAsync(PreparedRequest request, BodyBuffer? body, CancellationToken stop)
    {
        Trace.Start(connector.Time.GetTimestamp());
        return FindConnection(request.Bytes.Server) is { } connection
            && connection.TrySend(request.Bytes, body, stop, out var response)
            ? response
            : new ValueTask<CompletedResponse>(SendOnNewConnectionAsync(request.Bytes, body, stop));
    }

    /// <summary>Opens the connection of a new channel.</summary>
    public Task OpenAsync(PreparedRequest next, CancellationToken stop) => OpenConnectionAsync(next.Bytes, stop);

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

    private async Task<CompletedResponse> SendOnNewConnectionAsync(
        RequestBytes request, BodyBuffer? body, CancellationToken stop)
    {
        CompletedResponse response;
        try
        {
            var connection = await OpenConnectionAsync(request, stop);
            if (connection.TrySend(request, body, stop, out var sent))
            {
                response = await sent;
            }
            else
            {
                // The server closed the connection before any part of the request was sent.
                stop.ThrowIfCancellationRequested();
                throw connection.GetEndError();
            }
        }
        catch (Exception e)
        {
            response = new CompletedResponse { Error = e };
        }

        Trace.EndTimestamp = connector.Time.GetTimestamp();
        return response;
    }

    private async Task<Http1Connection> OpenConnectionAsync(RequestBytes request, CancellationToken stop)
    {
        if (FindConnection(request.Server) is { } old)
        {
            Trace.HasUnexpectedBytes |= old.HasUnexpectedBytes;
            old.End();
        }

        var opened = await connector.OpenAsync(request.Server, stop);
        return _connections[request.Server] = _last = new Http1Connection(opened, Trace, connector.Time);
    }
}
