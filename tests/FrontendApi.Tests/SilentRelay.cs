using System.Net;
using System.Net.Sockets;

namespace FrontendApi.Tests;

/// <summary>
/// Relays connections to a back-end. Connections that a test silences stay open, and carry nothing any more, like those
/// to a frozen process, or those that a router has forgotten.
/// </summary>
internal sealed class SilentRelay : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly ConcurrentBag<Socket> _sockets = [];
    private readonly Uri _backend;
    private int _generation;

    public SilentRelay(string backend)
    {
        _backend = new(backend);
        _listener.Start();
        _ = AcceptAsync();
    }

    public string Address => $"http://{_listener.LocalEndpoint}";

    public void SilenceOpenConnections() => Interlocked.Increment(ref _generation);

    public ValueTask DisposeAsync()
    {
        _listener.Dispose();
        foreach (var socket in _sockets)
            socket.Dispose();
        return ValueTask.CompletedTask;
    }

    private async Task AcceptAsync()
    {
        // After the listener is disposed, the exception of the last call is observed by nobody.
        while (true)
        {
            var client = await _listener.AcceptSocketAsync();
            var server = new Socket(SocketType.Stream, ProtocolType.Tcp);
            _sockets.Add(client);
            _sockets.Add(server);
            await server.ConnectAsync(_backend.Host, _backend.Port);
            var generation = Volatile.Read(ref _generation);
            _ = CopyAsync(client, server, generation);
            _ = CopyAsync(server, client, generation);
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

        to.Dispose();
    }
}
