namespace Studies.Hosting;

/// <summary>
/// Relays connections to a service. Silenced connections stay open and carry nothing any more, like those to a machine
/// that was unplugged; new connections are relayed.
/// </summary>
internal sealed class SilencingRelay : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private int _silenced;

    public SilencingRelay(Uri service)
    {
        _listener.Start();
        _ = AcceptAsync(service);
    }

    public Uri Address => new($"http://{_listener.LocalEndpoint}");

    public void SilenceOpenConnections() => Interlocked.Increment(ref _silenced);

    public void Dispose() => _listener.Dispose();

    // After the listener is disposed, the exception of the last call is observed by nobody.
    private async Task AcceptAsync(Uri service)
    {
        while (true)
            _ = RelayAsync(await _listener.AcceptTcpClientAsync(), service);
    }

    private async Task RelayAsync(TcpClient client, Uri service)
    {
        using (client)
        using (var server = new TcpClient(service.Host, service.Port) { NoDelay = client.NoDelay = true })
        {
            var (inner, outer, before) = (server.GetStream(), client.GetStream(), _silenced);
            await Task.WhenAny(CopyAsync(outer, inner, before), CopyAsync(inner, outer, before));
        }
    }

    private async Task CopyAsync(NetworkStream from, NetworkStream to, int before)
    {
        var buffer = new byte[65_536];
        while (await from.ReadAsync(buffer) is > 0 and var read)
        {
            if (before == Volatile.Read(ref _silenced))
                await to.WriteAsync(buffer.AsMemory(0, read));
        }
    }
}
