using System.Net;
using System.Net.Sockets;
using System.Text;

namespace FrontendApi.Tests;

/// <summary>
/// A back-end that reads each request to its end and then closes the connection in order, without a response.
/// </summary>
internal sealed class ClosingBackend : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly string _endOfRequest;
    private int _requests;

    /// <param name="endOfRequest">The text with which each request ends.</param>
    public ClosingBackend(string endOfRequest)
    {
        _endOfRequest = endOfRequest;
        _listener.Start();
        _ = CloseConnectionsAsync();
    }

    public string Address => $"http://{_listener.LocalEndpoint}";

    /// <summary>The number of requests that have arrived.</summary>
    public int Requests => Volatile.Read(ref _requests);

    public void Dispose() => _listener.Dispose();

    private async Task CloseConnectionsAsync()
    {
        try
        {
            while (true)
            {
                using var connection = await _listener.AcceptTcpClientAsync();
                if (await ReadRequestAsync(connection.GetStream()))
                    Interlocked.Increment(ref _requests);
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The listener was disposed, so there is nothing left to do.
        }
    }

    /// <summary>
    /// Reads the whole request, because closing the connection while bytes are unread would reset the connection.
    /// </summary>
    private async Task<bool> ReadRequestAsync(NetworkStream stream)
    {
        var (text, buffer) = (new StringBuilder(), new byte[4096]);
        while (await stream.ReadAsync(buffer) is > 0 and var read)
        {
            text.Append(Encoding.UTF8.GetString(buffer, 0, read));
            if (text.ToString().EndsWith(_endOfRequest, StringComparison.Ordinal))
                return true;
        }

        return false;
    }
}
