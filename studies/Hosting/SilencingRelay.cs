namespace Studies.Hosting;

/// <summary>
/// Relays connections to a service. Silenced connections stay open and carry nothing any more, like those to a machine
/// that was unplugged; new connections are relayed.
/// </summary>
internal sealed class SilencingRelay : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly Uri _service;
    private int _generation;

    public SilencingRelay(Uri service)
    {
        _service = service;
        _listener.Start();
        _ = AcceptAsync();
    }

    public Uri Address => new($"http://{_listener.LocalEndpoint}");

    public void SilenceOpenConnections() => Interlocked.Increment(ref _generation);

    public void Dispose() => _listener.Dispose();

    // After the listener is disposed, the exception of the last call is observed by nobody.
    private async Task AcceptAsync()
    {
        while (true)
            _ = RelayAsync(await _listener.AcceptSocketAsync());
    }

    private async Task RelayAsync(Socket client)
    {
        using var server = new Socket(SocketType.Stream, ProtocolType.Tcp);
        using (client)
        {
            client.NoDelay = server.NoDelay = true;
            await server.ConnectAsync(_service.Host, _service.Port);
            var generation = Volatile.Read(ref _generation);
            await Task.WhenAny(CopyAsync(client, server, generation), CopyAsync(server, client, generation));
        }
    }

    private async Task CopyAsync(Socket from, Socket to, int generation)
    {
        var buffer = new byte[65_536];
        while (await from.ReceiveAsync(buffer) is > 0 and var read)
        {
            if (generation == Volatile.Read(ref _generation))
                await to.SendAsync(buffer.AsMemory(0, read));
        }
    }
}
