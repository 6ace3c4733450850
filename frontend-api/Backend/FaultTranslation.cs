using System.Net;
using System.Net.Sockets;

namespace FrontendApi.Backend;

/// <summary>From each client API's exceptions to one vocabulary. The only place that knows them.</summary>
internal static class FaultTranslation
{
    /// <returns>Null where the exception is not the back-end's doing.</returns>
    public static BackendException? Translate(this Exception exception, BackendResource resource)
    {
        BackendException Fault(BackendFault fault, HttpStatusCode? status = null) => new(fault, resource, status, exception);

        return exception switch
        {
            BackendException known => known,
            HttpRequestException { StatusCode: { } status } => Fault(BackendFault.Status, status),
            WebException { Status: WebExceptionStatus.ProtocolError, Response: HttpWebResponse response } =>
                Fault(BackendFault.Status, response.StatusCode),
            OperationCanceledException or TimeoutException or WebException { Status: WebExceptionStatus.Timeout } =>
                Fault(BackendFault.Timeout),
            _ when TimedOut(exception) => Fault(BackendFault.Timeout),
            HttpRequestException or WebException or IOException => Fault(BackendFault.Connection),
            System.Text.Json.JsonException or Newtonsoft.Json.JsonException or UnsupportedMediaTypeException =>
                Fault(BackendFault.Body),
            // A charset that .NET does not know.
            InvalidOperationException { InnerException: ArgumentException } => Fault(BackendFault.Body),
            _ => null,
        };
    }

    /// <summary>How the ReadWriteTimeout of a blocking HttpWebRequest shows: three exceptions deep.</summary>
    private static bool TimedOut(Exception? exception) => exception switch
    {
        null => false,
        SocketException { SocketErrorCode: SocketError.TimedOut } => true,
        _ => TimedOut(exception.InnerException),
    };
}
