using System.Net.Sockets;
using System.Security.Authentication;
using Flurl.Http;
using Google.Protobuf;
using Grpc.Core;
using Polly;
using Polly.CircuitBreaker;
using Polly.Timeout;

namespace FrontendApi.Backend;

/// <summary>
/// A way in which a call to the back-end fails, the same for all client APIs: the metrics label outcome, and the
/// status, title and detail of the problem document for the caller.
/// </summary>
internal sealed record BackendFailure(string Outcome, int Status, string Title, Func<BackendException, string> Describe)
{
    public static readonly BackendFailure Connection = new("connection_error", 502, "The back-end cannot be reached",
        failed => $"The request for {failed.Resource.Path} failed: no connection could be opened, or the connection "
            + "was closed before the response was complete.");
    /// <summary>There is no TLS connection, mostly because the certificate has expired or is not trusted.</summary>
    public static readonly BackendFailure Tls = new("connection_error", 502, "The back-end's certificate is refused",
        failed => $"The request for {failed.Resource.Path} failed: {ClientExceptionMapper.FindTlsReason(failed)}");
    public static readonly BackendFailure Timeout = new("timeout", 504, "The back-end was too slow",
        failed => $"The response to the request for {failed.Resource.Path} was not complete within the time limit "
            + "(Backend:Timeout, or a shorter one of the resilience handler).");
    public static readonly BackendFailure ErrorStatus = new("error_status", 502, "The back-end failed",
        failed => $"The back-end answered the request for {failed.Resource.Path} with status "
            + $"{failed.Reason ?? $"{(int)failed.Status!}"}.");
    /// <summary>The back-end answered 503, and said when to try again.</summary>
    public static readonly BackendFailure Busy = new("error_status", 503, "The back-end is too busy",
        failed => $"The back-end turned the request for {failed.Resource.Path} away. Try again after the time in the "
            + "header Retry-After.");
    public static readonly BackendFailure UnknownCustomer = new("error_status", 404, "Unknown customer",
        _ => "The back-end has no customer with this id.");
    public static readonly BackendFailure InvalidBody = new("bad_body", 502, "The back-end sent an invalid response",
        failed => $"The body of the response to {failed.Resource.Path} does not have the requested "
            + $"{failed.Resource.Operation}.");
    /// <summary>The payload is invalid. The caller gets the status that the back-end answered.</summary>
    public static readonly BackendFailure Rejected = new("refused", 400, "The back-end rejected the payload",
        failed => failed.Reason ?? "The back-end gave no reason.");
    public static readonly BackendFailure CircuitOpen = new("not_sent", 503, "The circuit breaker is open",
        _ => "Too many calls to the back-end failed recently. Try again after the time in the header Retry-After.");
    public static readonly BackendFailure TooManyCalls = new("not_sent", 503, "Too many calls are in progress",
        _ => "The resilience handler limits the calls. Try again after the time in the header Retry-After.");
}

/// <summary>A failed call to the back-end, described in the same way for all client APIs.</summary>
internal sealed class BackendException(
    BackendFailure failure, BackendResource resource, HttpStatusCode? status = null, Exception? cause = null)
    : Exception($"{resource.Path}: {failure.Title}", cause)
{
    public BackendFailure Failure => failure;

    public BackendResource Resource => resource;

    /// <summary>The status of the back-end's response, or null if there was none.</summary>
    public HttpStatusCode? Status => status;

    /// <summary>The back-end's reason for rejecting the payload, or the status of gRPC, if it gave one.</summary>
    public string? Reason { get; init; }

    /// <summary>The time to wait, if the back-end gave one.</summary>
    public TimeSpan? RetryAfter { get; init; }
}

/// <summary>Maps the exceptions of each client API and parser. No other class knows those exceptions.</summary>
internal static class ClientExceptionMapper
{
    /// <summary>Loads the libraries of the exceptions: without free file descriptors, none can be loaded.</summary>
    public static void LoadLibraries() => Map(new InvalidOperationException(), BackendResource.Customer(1));

    /// <returns>The mapped exception, or null if the back-end did not cause the given exception.</returns>
    public static BackendException? Map(Exception exception, BackendResource resource)
    {
        return exception switch
        {
            BackendException mapped => mapped,
            // Task.Result throws this one around the exception of the client.
            AggregateException { InnerException: { } inner } => Map(inner, resource),
            // An error status is the failure, whatever is wrong with the body of the response.
            HttpRequestException { StatusCode: { } status } => CreateStatusFailure(status),
            WebException { InnerException: HttpRequestException { StatusCode: { } status } } =>
                CreateStatusFailure(status),
            // These libraries wrap what HttpClient, its handlers and the parsers throw.
            FlurlHttpException { InnerException: { } cause } => Map(cause, resource),
            FlurlHttpException { StatusCode: { } status } => CreateStatusFailure((HttpStatusCode)status),
            RpcException { InnerException: { } cause } => Map(cause, resource),
            RpcException { StatusCode: StatusCode.NotFound } => CreateStatusFailure(HttpStatusCode.NotFound),
            RpcException { StatusCode: var status } when FindFailure(exception) is null =>
                new(BackendFailure.ErrorStatus, resource, null, exception) { Reason = $"{status} (gRPC)" },
            _ when FindFailure(exception) is { } failure => new(failure, resource, null, exception),
            _ => null,
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
        System.Text.Json.JsonException or Newtonsoft.Json.JsonException => BackendFailure.InvalidBody,
        // The parsers throw these for an unknown charset or media type, and for values out of range.
        ArgumentException or FormatException or InvalidOperationException or NotSupportedException
            or OverflowException or UnsupportedMediaTypeException => BackendFailure.InvalidBody,
        _ => null,
    };

    private static bool HasCause<T>(Exception exception)
        where T : Exception => FindCause<T>(exception) is not null;

    private static T? FindCause<T>(Exception? exception)
        where T : Exception => exception is null or T ? exception as T : FindCause<T>(exception.InnerException);
}
