namespace TwoTier.Load.Http.Connections;

/// <summary>
/// Records what the client did on the wire for one request: which part of the request was reached, when the answer
/// began, and how often the request was sent. A channel reuses one trace for all of its requests.
/// </summary>
internal sealed class RequestTrace
{
    /// <summary>The number of times that the client wrote the head of the request.</summary>
    public int SendAttempts { get; set; }

    /// <summary>
    /// The number of requests that the HTTP client sent again and that the server may have processed twice, as noticed
    /// while the traced request was sent. With HTTP/2, they may be other requests on the same connection.
    /// </summary>
    public int ResentRequests { get; set; }

    /// <summary>
    /// The number of further requests that were sent again after the server had said that it had not processed them.
    /// They, too, may be other requests on the same connection.
    /// </summary>
    public int ReplayedRequests { get; set; }

    /// <summary>
    /// The number of streams that the server allowed when the request had to wait for a free one; null if it did not
    /// wait.
    /// </summary>
    public long? StreamLimit { get; set; }

    /// <summary>
    /// The timestamp of the HEADERS frame with HTTP/2, less the time that the connection took to open if the request
    /// waited for it; 0 with HTTP/1.1, where a request is written at once.
    /// </summary>
    public long SentTimestamp { get; set; }

    /// <summary>The timestamp at which the first byte of the answer arrived; 0 if none arrived.</summary>
    public long FirstByteTimestamp { get; set; }

    /// <summary>The time that it took to open the connection; null if the request reused a connection.</summary>
    public ConnectionOpening? ConnectionOpening { get; set; }

    /// <summary>
    /// Whether the client closed a connection because the server had sent bytes that belong to no response.
    /// </summary>
    public bool HasUnexpectedBytes { get; set; }

    /// <summary>Takes the status line and the headers of the response; null if nobody asks for them.</summary>
    public ICollection<string>? Head { get; set; }

    /// <summary>Whether the request was sent, at least in part.</summary>
    public bool IsSent => SendAttempts > 0;

    /// <summary>Clears the recorded values before the next request.</summary>
    public void Reset()
    {
        (SendAttempts, ResentRequests, ReplayedRequests) = (0, 0, 0);
        (SentTimestamp, FirstByteTimestamp, StreamLimit) = (0, 0, null);
        (ConnectionOpening, HasUnexpectedBytes) = (null, false);
    }
}

/// <summary>The time that it took to open a connection.</summary>
internal sealed record ConnectionOpening(TimeSpan Connect, TimeSpan? Tls);
