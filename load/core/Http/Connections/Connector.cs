namespace TwoTier.Load.Http.Connections;

internal sealed record OpenedConnection(Socket Socket, TlsStream? Tls, ConnectionOpening Opening);

internal sealed class Connector(
    TimeProvider time, ClientOptions options, Func<string, CancellationToken, Task<IPAddress[]>>? resolve = null)
{
    // To build the chain of a client certificate takes long.
    private readonly ConcurrentDictionary<string, SslClientAuthenticationOptions> _tlsOptions = [];

    public TimeProvider Time => time;

    public async Task<OpenedConnection> OpenAsync(ServerAddress server, CancellationToken stop)
    {
        var tlsOptions = server.IsTls ? _tlsOptions.GetOrAdd(server.Host, options.CreateTlsOptions) : null;
        var started = time.GetTimestamp();
        var socket = await ConnectAsync(server, stop);
        var connected = time.GetTimestamp();
        var tls = tlsOptions is null ? null : await StartTlsAsync(socket, tlsOptions, stop);
        return new OpenedConnection(socket, tls, new ConnectionOpening(
            time.GetElapsedTime(started, connected), tls is null ? null : time.GetElapsedTime(connected)));
    }

    // An address that does not answer keeps the next one waiting for 250 ms only (RFC 8305).
    private async Task<Socket> ConnectAsync(ServerAddress server, CancellationToken stop)
    {
        var addresses = await (resolve ?? Dns.GetHostAddressesAsync)(server.Host, stop);
        using var end = CancellationTokenSource.CreateLinkedTokenSource(stop);
        var attempts = new Dictionary<Socket, Task>();
        foreach (var address in addresses.TakeWhile(_ => !end.IsCancellationRequested))
        {
            var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
            attempts[socket] = TryAsync(socket, address);
            if (attempts.Count < addresses.Length)
                await Task.WhenAny(attempts[socket], Task.Delay(250, end.Token));
        }

        await Task.WhenAll(attempts.Values).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        var connected = attempts.FirstOrDefault(one => one.Value.IsCompletedSuccessfully).Key;
        foreach (var other in attempts.Keys.Where(socket => socket != connected))
            other.Dispose();
        if (connected is not null)
            return connected;
        var tried = addresses.Length > 1 ? $" ({string.Join<IPAddress>(", ", addresses)})" : "";
        var timeout = new TimeoutException($"no connection within the time limit{tried}");
        if (stop.IsCancellationRequested)
            throw new OperationCanceledException(null, timeout, stop);
        var error = (SocketException)attempts.Values.Last().Exception!.InnerException!;
        throw new SocketException((int)error.SocketErrorCode, $"{error.Message}{tried}");

        async Task TryAsync(Socket socket, IPAddress address)
        {
            await socket.ConnectAsync(address, server.Port, end.Token);
            if (addresses.Length > 1)
                end.Cancel();
        }
    }

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
