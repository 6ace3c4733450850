namespace FrontendApi.Tests;

/// <summary>
/// A back-end that closes every connection without a response: in order after each request, or with a reset right after
/// it has accepted the connection.
/// </summary>
internal sealed class SocketBackend : IDisposable
{
    private readonly HostileServer _server;
    private int _requests;

    /// <param name="endOfRequest">The text with which each request ends; null to read none.</param>
    public SocketBackend(string? endOfRequest = null) => _server = new(async connection =>
    {
        // Reads the whole request: closing the connection while bytes are unread would reset it.
        var (text, buffer) = ("", new byte[4096]);
        while (!text.EndsWith(endOfRequest ?? "", StringComparison.Ordinal))
            text += Encoding.UTF8.GetString(buffer, 0, await connection.Stream.ReadAtLeastAsync(buffer, 1));
        if (endOfRequest is null)
            connection.ResetAtEnd();
        else
            Interlocked.Increment(ref _requests);
    });

    public string Address => $"http://{_server.Authority}";

    /// <summary>The number of requests that have arrived.</summary>
    public int Requests => Volatile.Read(ref _requests);

    public void Dispose() => _ = _server.DisposeAsync().AsTask();
}
