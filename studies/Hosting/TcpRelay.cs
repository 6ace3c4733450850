namespace Studies.Hosting;

/// <summary>
/// Relays connections to a service. Silenced connections stay open and carry nothing any more, like those to a machine
/// that was unplugged; new connections are relayed. Of TLS connections, the handshakes can be counted.
/// </summary>
internal sealed class TcpRelay : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly Uri _service;
    private readonly HandshakeCounter? _handshakes;
    private int _silenced;

    public TcpRelay(Uri service, HandshakeCounter? handshakes = null)
    {
        (_service, _handshakes) = (service, handshakes);
        _listener.Start();
        _ = AcceptAsync();
    }

    /// <summary>The address. Its scheme and host are those of the service, for TLS.</summary>
    public Uri Address => new UriBuilder(_service) { Port = ((IPEndPoint)_listener.LocalEndpoint).Port }.Uri;

    public void SilenceOpenConnections() => Interlocked.Increment(ref _silenced);

    public void Dispose() => _listener.Dispose();

    // After the listener is disposed, the exception of the last call is observed by nobody.
    private async Task AcceptAsync()
    {
        while (true)
            _ = RelayAsync(await _listener.AcceptTcpClientAsync());
    }

    private async Task RelayAsync(TcpClient client)
    {
        using (client)
        using (var server = new TcpClient(_service.Host, _service.Port) { NoDelay = client.NoDelay = true })
        {
            var (inner, outer, before) = (server.GetStream(), client.GetStream(), _silenced);
            await Task.WhenAny(CopyAsync(outer, inner, before), CopyAsync(inner, outer, before, _handshakes?.Follow()));
        }
    }

    private async Task CopyAsync(
        NetworkStream from, NetworkStream to, int before, Action<ReadOnlyMemory<byte>>? follow = null)
    {
        var buffer = new byte[65_536];
        while (await from.ReadAsync(buffer) is > 0 and var read)
        {
            follow?.Invoke(buffer.AsMemory(0, read));
            if (before == Volatile.Read(ref _silenced))
                await to.WriteAsync(buffer.AsMemory(0, read));
        }
    }
}
