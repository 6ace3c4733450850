namespace TwoTier.Load.Http.Connections;

internal sealed record OpenedConnection(Socket Socket, TlsStream? Tls, ConnectionOpening Opening);

internal sealed class Connector(TimeProvider time, ClientOptions options)
{
    // To build the chain of a client certificate takes long.
    private readonly ConcurrentDictionary<(string, bool), SslClientAuthenticationOptions> _tlsOptions = [];

    public TimeProvider Time => time;

    public async Task<OpenedConnection> OpenAsync(ServerAddress server, bool isHttp2, CancellationToken stop)
    {
        var started = time.GetTimestamp();
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            await socket.ConnectAsync(new DnsEndPoint(server.Host, server.Port), stop);
            var connected = time.GetTimestamp();
            var connect = time.GetElapsedTime(started, connected);
            if (!server.IsTls)
                return new OpenedConnection(socket, null, new ConnectionOpening(connect, null));
            var tls = await StartTlsAsync(socket, GetTlsOptions(server.Host, isHttp2), stop);
            return new OpenedConnection(
                socket, tls, new ConnectionOpening(connect, time.GetElapsedTime(connected)));
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private SslClientAuthenticationOptions GetTlsOptions(string host, bool isHttp2) =>
        _tlsOptions.GetOrAdd((host, isHttp2), key => options.CreateTlsOptions(key.Item1, key.Item2));

    private static async Task<TlsStream> StartTlsAsync(
        Socket socket, SslClientAuthenticationOptions tlsOptions, CancellationToken stop)
    {
        var tls = new TlsStream(socket);
        try
        {
            await tls.AuthenticateAsClientAsync(tlsOptions, stop);
            return tls;
        }
        catch (Exception e)
        {
            await tls.DisposeAsync();
            if (e is OperationCanceledException)
                throw;
            throw new HttpRequestException(HttpRequestError.SecureConnectionError, "The TLS handshake failed", e);
        }
    }
}
