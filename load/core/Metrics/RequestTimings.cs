namespace TwoTier.Load.Metrics;

/// <summary>
/// Records the phases of requests: opening the connection, the TLS handshake, the time to the first byte, and the body.
/// The last two add up to the service time. One thread records; others may read at the same time.
/// </summary>
internal sealed class RequestTimings
{
    /// <summary>
    /// The time to resolve the host name and to establish the TCP connection, once for each connection that was opened;
    /// null if none was opened.
    /// </summary>
    public LatencyHistogram? Connect { get; private set; }

    /// <summary>
    /// The time of the TLS handshake, once for each connection that was opened; null if there was no handshake.
    /// </summary>
    public LatencyHistogram? Tls { get; private set; }

    /// <summary>
    /// The time from sending a request to the first byte of its answer, including the opening of a connection if it
    /// needed one; null if there was no answer.
    /// </summary>
    public LatencyHistogram? FirstByte { get; private set; }

    /// <summary>The time from the first to the last byte of an answer; null if there was no answer.</summary>
    public LatencyHistogram? Body { get; private set; }

    /// <summary>
    /// Records the phases of a request: how long the opening of its connection took, if it opened one, and how long the
    /// parts of its answer took, if it got a complete one.
    /// </summary>
    public void Record(RequestTrace trace, (TimeSpan FirstByte, TimeSpan Body)? answer)
    {
        // A histogram takes much memory, and many measurements have no new connection or no TLS.
        if (trace.ConnectionOpening is { } opening)
        {
            (Connect ??= new LatencyHistogram()).Record(opening.Connect);
            if (opening.Tls is { } tls)
                (Tls ??= new LatencyHistogram()).Record(tls);
        }

        if (answer is not { } phases)
            return;
        (FirstByte ??= new LatencyHistogram()).Record(phases.FirstByte);
        (Body ??= new LatencyHistogram()).Record(phases.Body);
    }

    /// <summary>Adds the times of another instance to this one.</summary>
    public void Add(RequestTimings other)
    {
        Connect = Add(Connect, other.Connect);
        Tls = Add(Tls, other.Tls);
        FirstByte = Add(FirstByte, other.FirstByte);
        Body = Add(Body, other.Body);
    }

    private static LatencyHistogram? Add(LatencyHistogram? whole, LatencyHistogram? part)
    {
        if (part is null)
            return whole;
        whole ??= new LatencyHistogram();
        whole.Add(part);
        return whole;
    }
}
