using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Benchmarks.Tests;

/// <summary>Answers one request with the given bytes, whatever it asks for, and closes the connection.</summary>
internal sealed class RawServer : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);

    public Uri Address => new($"http://{_listener.LocalEndpoint}/document");

    public static RawServer Start(string response, int partBytes = int.MaxValue)
    {
        var server = new RawServer();
        server._listener.Start();
        _ = server.RespondAsync(Encoding.ASCII.GetBytes(response), partBytes);
        return server;
    }

    public void Dispose() => _listener.Dispose();

    private async Task RespondAsync(byte[] response, int partBytes)
    {
        using var connection = await _listener.AcceptSocketAsync(TestContext.Current.CancellationToken);
        connection.NoDelay = true;
        await connection.ReceiveAsync(new byte[1_024], TestContext.Current.CancellationToken);
        foreach (var part in response.Chunk(Math.Min(partBytes, response.Length)))
            await connection.SendAsync(part, TestContext.Current.CancellationToken);
        connection.Shutdown(SocketShutdown.Send);
    }
}
