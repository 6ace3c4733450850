using System.Net;
using System.Net.Sockets;

namespace Load.Tests.Hosting;

/// <summary>A listener that does to every connection what a test asks for, below HTTP.</summary>
internal sealed class RawServer : IAsyncDisposable
{
    private readonly TcpListener listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource stop = new();
    private readonly Func<Socket, CancellationToken, Task> handle;
    private readonly Task accepting;

    public RawServer(Func<Socket, CancellationToken, Task> handle)
    {
        this.handle = handle;
        listener.Start();
        accepting = AcceptAsync();
    }

    public string Url => $"http://{listener.LocalEndpoint}";

    /// <summary>The address of a port that nobody listens on.</summary>
    public static async Task<string> RefusingUrlAsync()
    {
        await using var server = new RawServer((_, _) => Task.CompletedTask);
        return server.Url;
    }

    public async ValueTask DisposeAsync()
    {
        await stop.CancelAsync();
        listener.Stop();
        await accepting.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        stop.Dispose();
    }

    private async Task AcceptAsync()
    {
        while (true)
        {
            using var socket = await listener.AcceptSocketAsync(stop.Token);
            await socket.ReceiveAsync(new byte[4096], stop.Token);
            await handle(socket, stop.Token);
        }
    }
}
