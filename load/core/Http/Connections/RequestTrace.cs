namespace TwoTier.Load.Http.Connections;

internal sealed class RequestTrace
{
    /// <summary>Whether the request had to wait for a free connection of an open loop. Set for each request.</summary>
    public bool WasQueued { get; set; }

    /// <summary>Whether the request was sent, at least in part.</summary>
    public bool IsSent { get; set; }

    /// <summary>
    /// Requests that were sent again and that the server may have processed twice. They, and the replayed ones, may be
    /// others on the same connection of HTTP/2, noticed while the traced request was sent.
    /// </summary>
    public int ResentRequests { get; set; }

    /// <summary>Requests that were sent again because the server said that it had not processed them.</summary>
    public int ReplayedRequests { get; set; }

    /// <summary>The number of streams that the server allowed if the request had to wait for a free one.</summary>
    public long? StreamLimit { get; set; }

    /// <summary>
    /// The timestamp of the HEADERS frame with HTTP/2, less the time that the connection took to open if the request
    /// waited for it; 0 with HTTP/1.1, where a request is written at once.
    /// </summary>
    public long SentTimestamp { get; set; }

    public long FirstByteTimestamp { get; set; }

    /// <summary>The time that it took to open the connection; null if the request reused a connection.</summary>
    public ConnectionOpening? ConnectionOpening { get; set; }

    /// <summary>Whether a connection was closed because of bytes that belong to no response.</summary>
    public bool HasUnexpectedBytes { get; set; }

    /// <summary>Takes the status line and the headers of the response, if somebody asks for them.</summary>
    public ICollection<string>? Head { get; set; }

    public void Reset()
    {
        (IsSent, ResentRequests, ReplayedRequests) = (false, 0, 0);
        (SentTimestamp, FirstByteTimestamp, StreamLimit) = (0, 0, null);
        (ConnectionOpening, HasUnexpectedBytes) = (null, false);
    }
}

internal sealed record ConnectionOpening(TimeSpan Connect, TimeSpan? Tls);
