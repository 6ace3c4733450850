using System.Net.Sockets;

namespace Load.Http;

/// <summary>Why a request has no complete response. Such a request has no status.</summary>
internal enum TransportError
{
    /// <summary>The response was not complete within the time limit, or the system gave up connecting.</summary>
    Timeout,

    /// <summary>The other side aborted the connection (RST).</summary>
    Reset,

    /// <summary>Nothing listens on the port.</summary>
    Refused,

    /// <summary>The other side closed the connection (FIN) before the end of the response.</summary>
    PrematureEnd,

    /// <summary>The response is not valid HTTP, or exceeds a limit of the client.</summary>
    BadReply,

    /// <summary>Anything else, such as no free port, an unknown host, or a TLS error.</summary>
    Other,
}

/// <summary>Classifies exceptions as transport errors, and names them.</summary>
internal static class TransportErrors
{
    /// <summary>Gets the name that tables and files show, such as "premature end".</summary>
    public static string GetName(this TransportError error) => error switch
    {
        TransportError.PrematureEnd => "premature end",
        TransportError.BadReply => "bad reply",
        _ => error.ToString().ToLowerInvariant(),
    };

    /// <summary>Classifies an exception that sending a request threw.</summary>
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
