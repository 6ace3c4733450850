using System.Net.Sockets;

namespace Load.Http;

/// <summary>Why there was no whole response. Never counted as a status.</summary>
internal enum TransportError
{
    /// <summary>Not read to its end within the time limit, or the system gave up connecting.</summary>
    Timeout,

    /// <summary>The other side aborted the connection (RST).</summary>
    Reset,

    /// <summary>Nobody listens there.</summary>
    Refused,

    /// <summary>The connection was closed (FIN) before the response's end.</summary>
    PrematureEnd,

    /// <summary>What came is not HTTP, or is over a limit.</summary>
    BadReply,

    /// <summary>Anything else: no free port, unknown host, TLS.</summary>
    Other,
}

internal static class TransportErrors
{
    public static string GetName(this TransportError kind) => kind switch
    {
        TransportError.PrematureEnd => "premature end",
        TransportError.BadReply => "bad reply",
        _ => kind.ToString().ToLowerInvariant(),
    };

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
            HttpRequestError.InvalidResponse or HttpRequestError.ConfigurationLimitExceeded
                or HttpRequestError.HttpProtocolError or HttpRequestError.VersionNegotiationError => TransportError.BadReply,
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
