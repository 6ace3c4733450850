using System.Net.Sockets;

namespace Load.Http;

/// <summary>
/// The reason why a request has no complete response. A request with a transport error has no HTTP status.
/// </summary>
internal enum TransportError
{
    /// <summary>The response was not complete within the time limit, or the system gave up connecting.</summary>
    Timeout,

    /// <summary>The target aborted the connection (TCP RST).</summary>
    Reset,

    /// <summary>The connection was refused because nothing listens on the port.</summary>
    Refused,

    /// <summary>The target closed the connection (TCP FIN) before the end of the response.</summary>
    PrematureEnd,

    /// <summary>The response is not valid HTTP, or exceeds a limit of the HTTP client.</summary>
    BadReply,

    /// <summary>Any other transport error, such as no free port, an unknown host, or a TLS error.</summary>
    Other,
}

/// <summary>Classifies exceptions as transport errors, and names them.</summary>
internal static class TransportErrors
{
    /// <summary>Gets the name of a transport error in tables and files, such as "premature end".</summary>
    public static string GetName(this TransportError error) => error switch
    {
        TransportError.PrematureEnd => "premature end",
        TransportError.BadReply => "bad reply",
        _ => error.ToString().ToLowerInvariant(),
    };

    /// <summary>Determines the transport error from an exception that was thrown while a request was sent.</summary>
    public static TransportError Classify(Exception exception)
    {
        for (var e = exception; e is not null; e = e.InnerException)
        {
            if (e is OperationCanceledException)
                return TransportError.Timeout;
            if (e is SocketException socket)
                return ClassifySocketError(socket.SocketErrorCode);
        }

        return GetRequestError(exception) switch
        {
            HttpRequestError.ResponseEnded => TransportError.PrematureEnd,
            HttpRequestError.InvalidResponse
                or HttpRequestError.ConfigurationLimitExceeded
                or HttpRequestError.HttpProtocolError
                or HttpRequestError.VersionNegotiationError => TransportError.BadReply,
            _ => TransportError.Other,
        };
    }

    private static HttpRequestError? GetRequestError(Exception exception) => exception switch
    {
        HttpIOException io => io.HttpRequestError,
        HttpRequestException request => request.HttpRequestError,
        _ => null,
    };

    private static TransportError ClassifySocketError(SocketError error) => error switch
    {
        SocketError.TimedOut => TransportError.Timeout,
        SocketError.ConnectionReset or SocketError.ConnectionAborted or SocketError.Shutdown => TransportError.Reset,
        SocketError.ConnectionRefused => TransportError.Refused,
        _ => TransportError.Other,
    };
}
