using System.Net;
using System.Net.Sockets;

namespace Load.Tests.Hosting;

/// <summary>
/// A TCP server that lets a test handle every connection as a raw socket, for example to send an invalid HTTP response.
/// </summary>
internal sealed class RawServer : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stop = new();
    private readonly Func<Socket, CancellationToken, Task> _handle;
    private readonly Task _accepting;

    public RawServer(Func<Socket, CancellationToken, Task> handle)
    {
        _handle = handle;
        _listener.Start();
        _accepting = AcceptAsync();
    }

    public string Url => $"http://{_listener.LocalEndpoint}";

    /// <summary>Returns the address of a port on which no server listens.</summary>
    public static async Task<string> GetRefusingUrlAsync()
    {
        await using var server = new RawServer((_, _) => Task.CompletedTask);
        return server.Url;
    }

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
            using var socket = await _listener.AcceptSocketAsync(_stop.Token);
            await socket.ReceiveAsync(new byte[4096], _stop.Token);
            await _handle(socket, _stop.Token);
        }
    }
}
