using System.Net;
using System.Net.Sockets;

namespace FrontendApi.Tests;

/// <summary>A back-end that resets each connection right after it has accepted it.</summary>
internal sealed class ResettingBackend : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);

    public ResettingBackend()
    {
        _listener.Start();
        _ = ResetConnectionsAsync();
    }

    public string Address => $"http://{_listener.LocalEndpoint}";

    public void Dispose() => _listener.Dispose();

    private async Task ResetConnectionsAsync()
    {
        try
        {
            while (true)
            {
                using var connection = await _listener.AcceptSocketAsync();
                connection.LingerState = new LingerOption(enable: true, seconds: 0);
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The listener was disposed, so there is nothing left to do.
        }
    }
}
