namespace Studies.Hosting;

/// <summary>
/// Spreads connections over servers, in turn, as a service of Kubernetes does. It knows nothing of requests: all those
/// on a connection reach the same server.
/// </summary>
internal sealed class ConnectionBalancer : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _accepting;
    private volatile IReadOnlyList<Uri> _servers;
    private int _accepted;

    public ConnectionBalancer(params IReadOnlyList<Uri> servers)
    {
        _servers = servers;
        _listener.Start();
        Address = new Uri($"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}");
        _accepting = AcceptAsync();
    }

    public Uri Address { get; }

    /// <summary>Sets the servers of all further connections. Connections that are open stay where they are.</summary>
    public IReadOnlyList<Uri> Servers { set => _servers = value; }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        _listener.Stop();
        await _accepting.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _stop.Dispose();
    }

    private async Task AcceptAsync()
    {
        while (true)
        {
            var client = await _listener.AcceptTcpClientAsync(_stop.Token);
            var servers = _servers;
            _ = RelayAsync(client, servers[_accepted++ % servers.Count], _stop.Token);
        }
    }

    private static async Task RelayAsync(TcpClient client, Uri address, CancellationToken stop)
    {
        using var server = new TcpClient { NoDelay = true };
        using (client)
        {
            try
            {
                client.NoDelay = true;
                await server.ConnectAsync(IPAddress.Loopback, address.Port, stop);
                var (near, far) = (client.GetStream(), server.GetStream());
                await Task.WhenAny(near.CopyToAsync(far, stop), far.CopyToAsync(near, stop));
            }
            catch (Exception e) when (e is IOException or SocketException or OperationCanceledException)
            {
                // One of the two closed the connection. Leaving the block closes the other side.
            }
        }
    }
}
