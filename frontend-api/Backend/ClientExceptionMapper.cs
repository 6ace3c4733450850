using System.Diagnostics;
using System.Net.Http.Formatting;
using System.Net.Sockets;
using System.Reflection;
using System.Security.Authentication;
using System.Xml.Serialization;
using Flurl.Http;
using Google.Protobuf;
using Grpc.Core;
using Polly;
using Polly.CircuitBreaker;
using Polly.Timeout;
using Refit;
using RestSharp;

namespace FrontendApi.Backend;

/// <summary>Maps the exceptions of each client API and parser. No other class knows those exceptions.</summary>
internal static class ClientExceptionMapper
{
    private static readonly Assembly[] Parsers =
    [
        typeof(Newtonsoft.Json.JsonConvert).Assembly, typeof(HttpClientJsonExtensions).Assembly,
        typeof(MediaTypeFormatter).Assembly, typeof(MessageParser).Assembly, typeof(RefitSettings).Assembly,
        typeof(RestClient).Assembly, typeof(XmlSerializer).Assembly,
    ];

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
            RpcException { InnerException: { } cause } when Map(cause, resource) is { } mapped => mapped,
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
        System.Text.Json.JsonException or Newtonsoft.Json.JsonException or UnsupportedMediaTypeException =>
            BackendFailure.InvalidBody,
        // For an unknown charset or UTF-7, and for values out of range.
        ArgumentException or FormatException or InvalidOperationException or NotSupportedException
            or OverflowException when IsThrownByParser(exception) => BackendFailure.InvalidBody,
        _ => null,
    };

    // By the first method above the core library. Elsewhere, the same exceptions are mistakes of a strategy.
    private static bool IsThrownByParser(Exception exception) =>
        new StackTrace(exception).GetFrames().Select(frame => frame.GetMethod()?.DeclaringType)
            .FirstOrDefault(type => type?.Assembly != typeof(object).Assembly) is { } type
        && (Parsers.Contains(type.Assembly)
            || (type.DeclaringType ?? type) == typeof(HttpContent) || type == typeof(ProtobufDocuments));

    private static bool HasCause<T>(Exception exception)
        where T : Exception => FindCause<T>(exception) is not null;

    private static T? FindCause<T>(Exception? exception)
        where T : Exception => exception is null or T ? exception as T : FindCause<T>(exception.InnerException);
}
