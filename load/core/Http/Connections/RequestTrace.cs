namespace TwoTier.Load.Http.Connections;

internal sealed class RequestTrace
{
    /// <summary>Whether the request was sent, at least in part.</summary>
    public bool IsSent { get; set; }

    public long StartTimestamp { get; private set; }
    public long FirstByteTimestamp { get; set; }

    /// <summary>When the response was complete, or had failed.</summary>
    public long EndTimestamp { get; set; }

    /// <summary>The time that it took to open the connection; null if the request reused a connection.</summary>
    public ConnectionOpening? ConnectionOpening { get; set; }

    /// <summary>Whether a connection was closed because of bytes that belong to no response.</summary>
    public bool HasUnexpectedBytes { get; set; }

    /// <summary>Takes the status line and the headers of the response, if somebody asks for them.</summary>
    public ICollection<string>? Head { get; set; }

    public void Start(long timestamp)
    {
        (StartTimestamp, IsSent, FirstByteTimestamp) = (timestamp, false, 0);
        (ConnectionOpening, HasUnexpectedBytes) = (null, false);
    }
}

internal sealed record ConnectionOpening(TimeSpan Connect, TimeSpan? Tls);
