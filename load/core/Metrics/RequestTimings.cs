namespace TwoTier.Load.Metrics;

/// <summary>
/// Records the phases of requests: opening the connection, the TLS handshake, the time to the first byte, and the body.
/// The last two add up to the service time. Workers may record concurrently.
/// </summary>
internal sealed class RequestTimings
{
    private LatencyHistogram? _connect;
    private LatencyHistogram? _tls;
    private LatencyHistogram? _firstByte;
    private LatencyHistogram? _body;

    /// <summary>
    /// The time to resolve the host name and to establish the TCP connection, once for each connection that was opened;
    /// null if none was opened.
    /// </summary>
    public LatencyHistogram? Connect => _connect;

    /// <summary>
    /// The time of the TLS handshake, once for each connection that was opened; null if there was no handshake.
    /// </summary>
    public LatencyHistogram? Tls => _tls;

    /// <summary>
    /// The time from sending a request to the first byte of its answer, including the opening of a connection if it
    /// needed one; null if there was no answer.
    /// </summary>
    public LatencyHistogram? FirstByte => _firstByte;

    /// <summary>The time from the first to the last byte of an answer; null if there was no answer.</summary>
    public LatencyHistogram? Body => _body;

    /// <summary>Records how long the opening of a connection took.</summary>
    public void RecordOpening(ConnectionOpening opening)
    {
        GetOrCreateHistogram(ref _connect).Record(opening.Connect);
        if (opening.Tls is { } tls)
            GetOrCreateHistogram(ref _tls).Record(tls);
    }

    /// <summary>Records the phases of a request that got a complete answer.</summary>
    public void RecordAnswer(TimeSpan firstByte, TimeSpan body)
    {
        GetOrCreateHistogram(ref _firstByte).Record(firstByte);
        GetOrCreateHistogram(ref _body).Record(body);
    }

    /// <summary>Adds the times of another instance to this one.</summary>
    public void Add(RequestTimings other)
    {
        Add(ref _connect, other._connect);
        Add(ref _tls, other._tls);
        Add(ref _firstByte, other._firstByte);
        Add(ref _body, other._body);
    }

    // A histogram takes much memory, and many measurements have no new connection or no TLS.
    private static LatencyHistogram GetOrCreateHistogram(ref LatencyHistogram? histogram)
    {
        if (Volatile.Read(ref histogram) is { } existing)
            return existing;
        Interlocked.CompareExchange(ref histogram, new LatencyHistogram(), null);
        return histogram;
    }

    private static void Add(ref LatencyHistogram? whole, LatencyHistogram? part)
    {
        if (part is not null)
            GetOrCreateHistogram(ref whole).Add(part);
    }
}
