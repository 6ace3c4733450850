namespace FrontendApi.Tests;

/// <summary>
/// A back-end that closes every connection without a response: in order after each request, or with a reset right after
/// it has accepted the connection.
/// </summary>
internal sealed class SocketBackend : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private int _requests;

    /// <param name="endOfRequest">The text with which each request ends; null to read none.</param>
    public SocketBackend(string? endOfRequest = null)
    {
        _listener.Start();
        _ = CloseConnectionsAsync(endOfRequest);
    }

    public string Address => $"http://{_listener.LocalEndpoint}";

    /// <summary>The number of requests that have arrived.</summary>
    public int Requests => Volatile.Read(ref _requests);

    public void Dispose() => _listener.Dispose();

    private async Task CloseConnectionsAsync(string? endOfRequest)
    {
        // After the listener is disposed, the exception of the last call is observed by nobody.
        while (true)
        {
            using var connection = await _listener.AcceptTcpClientAsync();
            if (endOfRequest is null)
                connection.LingerState = new LingerOption(enable: true, seconds: 0);
            else if (await ReadRequestAsync(connection.GetStream(), endOfRequest))
                Interlocked.Increment(ref _requests);
        }
    }

    /// <summary>Reads the whole request: closing the connection while bytes are unread would reset it.</summary>
    private static async Task<bool> ReadRequestAsync(NetworkStream stream, string end)
    {
        var (text, buffer) = ("", new byte[4096]);
        while (!text.EndsWith(end, StringComparison.Ordinal) && await stream.ReadAsync(buffer) is > 0 and var read)
            text += Encoding.UTF8.GetString(buffer, 0, read);
        return text.EndsWith(end, StringComparison.Ordinal);
    }
}
