namespace TwoTier.Load.Http.Connections;

/// <summary>
/// Records what the client did on the wire for one request: which part of the request was reached, when the answer
/// began, and how often the request was sent. A channel reuses one trace for all of its requests.
/// </summary>
internal sealed class RequestTrace
{
    /// <summary>
    /// The number of times that the client wrote the head of the request. It is above 1 if the client sent the request
    /// again.
    /// </summary>
    public int SendAttempts { get; set; }

    /// <summary>
    /// The number of requests that the HTTP client sent again on its own, as noticed while the traced request was sent.
    /// With HTTP/2, they may be other requests on the same connection.
    /// </summary>
    public int ResentRequests { get; set; }

    /// <summary>The timestamp at which the first byte of the answer arrived; 0 if none arrived.</summary>
    public long FirstByteTimestamp { get; set; }

    /// <summary>The time that it took to open the connection; null if the request reused a connection.</summary>
    public ConnectionOpening? ConnectionOpening { get; set; }

    /// <summary>
    /// Whether the client closed a connection because the server had sent bytes that belong to no response.
    /// </summary>
    public bool HasUnexpectedBytes { get; set; }

    /// <summary>Whether the request was sent, at least in part.</summary>
    public bool IsSent => SendAttempts > 0;

    /// <summary>Clears the recorded values before the next request.</summary>
    public void Reset()
    {
        (SendAttempts, ResentRequests, FirstByteTimestamp) = (0, 0, 0);
        (ConnectionOpening, HasUnexpectedBytes) = (null, false);
    }
}

/// <summary>The time that it took to open a connection.</summary>
internal sealed record ConnectionOpening(TimeSpan Connect, TimeSpan? Tls);
