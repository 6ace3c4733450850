using System.Security.Authentication;

namespace TwoTier.Load.Http.Connections;

internal readonly record struct RequestFailure(TransportError Kind, string Message)
{
    private const int MaxLength = 200;

    public static RequestFailure FromException(Exception exception, RequestTrace trace)
    {
        var (kind, message) = FindCause(exception, trace);
        var line = PlainText.ReplaceControlsAndLineFeeds(message).Trim().TrimEnd('.');
        return new RequestFailure(kind, line.Length > MaxLength ? line[..MaxLength] + "…" : line);
    }

    private static (TransportError Kind, string Message) FindCause(Exception exception, RequestTrace trace)
    {
        for (var e = exception; e is not null; e = e.InnerException)
        {
            switch (e)
            {
                case BodyTooLongException:
                    return (TransportError.TooLong, e.Message);
                case ConnectionClosedEarlyException:
                    return (TransportError.ClosedEarly, e.Message);
                case OperationCanceledException { InnerException: TimeoutException connecting }:
                    return (TransportError.Timeout, connecting.Message);
                case OperationCanceledException:
                    return (TransportError.Timeout, DescribeTimeout(trace));
                case HttpRequestException { HttpRequestError: HttpRequestError.SecureConnectionError }:
                case AuthenticationException:
                    return (TransportError.Tls, DescribeTls(e));
                case SocketException socket:
                    return (Classify(socket.SocketErrorCode, trace), socket.Message);
            }
        }

        return FindHttpCause(exception, trace);
    }

    private static (TransportError Kind, string Message) FindHttpCause(Exception exception, RequestTrace trace) =>
        exception.GetBaseException() switch
        {
            HttpIOException when trace.FirstByteTimestamp != 0 =>
                (TransportError.ClosedEarly, "the connection was closed before the end of the answer"),
            HttpIOException => (TransportError.ClosedEarly, "the connection was closed without an answer"),
            HttpRequestException invalid => (TransportError.Protocol, invalid.Message),
            // TLS says so if its last record is not complete.
            var error when error.GetType() == typeof(IOException) => (TransportError.ClosedEarly, error.Message),
            var error => (TransportError.Other, $"{error.GetType().Name}: {error.Message}"),
        };

    private static string DescribeTimeout(RequestTrace trace) =>
        !trace.IsSent ? "no connection within the time limit"
        : trace.FirstByteTimestamp == 0 ? "no answer within the time limit"
        : "the answer did not end within the time limit";

    private static string DescribeTls(Exception exception) => exception.GetBaseException() switch
    {
        SocketException socket => $"the TLS handshake was cut off: {socket.Message}",
        IOException => "the connection was closed during the TLS handshake",
        var innermost => innermost.Message,
    };

    private static TransportError Classify(SocketError error, RequestTrace trace) => error switch
    {
        SocketError.TimedOut => trace.IsSent ? TransportError.Timeout : TransportError.Connect,
        SocketError.ConnectionReset
            or SocketError.ConnectionAborted
            or SocketError.Shutdown
            or SocketError.NotConnected => TransportError.Reset,
        SocketError.ConnectionRefused => TransportError.Refused,
        SocketError.HostNotFound
            or SocketError.TryAgain
            or SocketError.NoRecovery
            or SocketError.NoData => TransportError.Dns,
        SocketError.NetworkUnreachable
            or SocketError.HostUnreachable
            or SocketError.NetworkDown
            or SocketError.HostDown
            or SocketError.AccessDenied
            or SocketError.AddressFamilyNotSupported
            or SocketError.InvalidArgument => TransportError.Connect,
        SocketError.AddressNotAvailable
            or SocketError.AddressAlreadyInUse
            or SocketError.NoBufferSpaceAvailable => TransportError.LocalResources,
        SocketError.TooManyOpenSockets => TransportError.TooManyFiles,
        _ => TransportError.Other,
    };
}
