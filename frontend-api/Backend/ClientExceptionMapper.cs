using System.Net.Sockets;
using System.Security.Authentication;
using Flurl.Http;
using Google.Protobuf;
using Grpc.Core;
using Polly;
using Polly.CircuitBreaker;
using Polly.Timeout;

namespace FrontendApi.Backend;

/// <summary>Maps the exceptions of each client API and parser. No other class knows those exceptions.</summary>
internal static class ClientExceptionMapper
{
    /// <summary>Loads the libraries of the exceptions: without free file descriptors, none can be loaded.</summary>
    public static void LoadLibraries() => Map(new InvalidOperationException(), BackendResource.Customer(1), wasSent: true);

    /// <summary>Maps what a strategy has thrown, when it has sent something or not.</summary>
    /// <returns>The mapped exception, or null if it is a mistake of the strategy's author.</returns>
    public static BackendException? Map(Exception exception, BackendResource resource, bool wasSent)
    {
        return exception switch
        {
            BackendException mapped => mapped,
            // Task.Result throws this one around the exception of the client.
            AggregateException { InnerException: { } inner } => Map(inner, resource, wasSent),
            // An error status is the failure, whatever is wrong with the body of the response.
            HttpRequestException { StatusCode: { } status } => CreateStatusFailure(status),
            WebException { InnerException: HttpRequestException { StatusCode: { } status } } =>
                CreateStatusFailure(status),
            // These libraries wrap what HttpClient, its handlers and the parsers throw.
            FlurlHttpException { InnerException: { } cause } => Map(cause, resource, wasSent),
            FlurlHttpException { StatusCode: { } status } => CreateStatusFailure((HttpStatusCode)status),
            RpcException { InnerException: { } cause } when Map(cause, resource, wasSent) is { } mapped => mapped,
            RpcException { StatusCode: StatusCode.NotFound } => CreateStatusFailure(HttpStatusCode.NotFound),
            RpcException { StatusCode: var status } when FindFailure(exception) is null =>
                new(BackendFailure.ErrorStatus, resource, null, exception) { Reason = $"{status} (gRPC)" },
            _ when FindFailure(exception) is { } failure => new(failure, resource, null, exception),
            NullReferenceException or ArgumentNullException or NotImplementedException or InvalidProgramException => null,
            InvalidOperationException when !wasSent => null,
            // A parser throws what it likes: for an unknown charset or UTF-7, and for values out of range.
            _ => new(BackendFailure.InvalidBody, resource, null, exception),
        };

        BackendException CreateStatusFailure(HttpStatusCode status) => new(
            status is HttpStatusCode.NotFound && resource.Operation is "customer"
                ? BackendFailure.UnknownCustomer
                : BackendFailure.ErrorStatus,
            resource, status, exception);
    }

    /// <returns>Why no TLS connection could be opened, and the cure, in one line; null if it is not that.</returns>
    public static string? FindTlsReason(Exception exception) => FindCause<AuthenticationException>(exception) is { } tls
        ? $"{tls.Message.TrimEnd('.')}. The certificate must be valid for the host, and its authority trusted: "
            + "SSL_CERT_FILE names the authority's PEM file, and make certificate makes both (docs/reference.md)."
        : null;

    private static BackendFailure? FindFailure(Exception exception) => exception switch
    {
        BrokenCircuitException => BackendFailure.CircuitOpen,
        TimeoutRejectedException => BackendFailure.Timeout,
        ExecutionRejectedException => BackendFailure.TooManyCalls,
        RpcException { StatusCode: StatusCode.DeadlineExceeded } => BackendFailure.Timeout,
        // The limit of a message. Another server could mean that it has too many calls.
        RpcException { StatusCode: StatusCode.ResourceExhausted } => BackendFailure.InvalidBody,
        // The limit of bodies that HttpClient buffers, and that of streams. An invalid message is an IOException, too.
        // GetFromJsonAsync throws an exception for a body that is too large, which says so by its message alone.
        HttpRequestException { HttpRequestError: HttpRequestError.ConfigurationLimitExceeded }
            or HttpRequestException { Source: "System.Net.Http.Json" }
            or InvalidProtocolBufferException => BackendFailure.InvalidBody,
        _ when HasCause<InvalidDataException>(exception) => BackendFailure.InvalidBody,
        _ when HasCause<AuthenticationException>(exception) => BackendFailure.Tls,
        WebException { Status: WebExceptionStatus.Timeout } => BackendFailure.Timeout,
        // A blocking HttpWebRequest nests the SocketException that says that ReadWriteTimeout elapsed.
        _ when HasCause<OperationCanceledException>(exception) || HasCause<TimeoutException>(exception)
            || FindCause<SocketException>(exception)?.SocketErrorCode is SocketError.TimedOut => BackendFailure.Timeout,
        HttpRequestException or WebException or IOException or SocketException => BackendFailure.Connection,
        System.Text.Json.JsonException or Newtonsoft.Json.JsonException or UnsupportedMediaTypeException =>
            BackendFailure.InvalidBody,
        _ => null,
    };

    private static bool HasCause<T>(Exception exception)
        where T : Exception => FindCause<T>(exception) is not null;

    private static T? FindCause<T>(Exception? exception)
        where T : Exception => exception is null or T ? exception as T : FindCause<T>(exception.InnerException);
}
