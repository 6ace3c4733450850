using System.Net;
using System.Net.Sockets;
using Google.Protobuf;
using Polly;
using Polly.CircuitBreaker;
using Polly.Timeout;

namespace FrontendApi.Backend;

/// <summary>The ways in which a call to the back-end fails, the same for all client APIs.</summary>
internal enum BackendFailure
{
    /// <summary>
    /// No connection to the back-end could be made, or the connection broke before the response was complete.
    /// </summary>
    Connection,

    /// <summary>The response of the back-end was not complete within the time limit Backend:Timeout.</summary>
    Timeout,

    /// <summary>The response of the back-end had an unexpected status.</summary>
    Status,

    /// <summary>The body of the back-end's response was not the expected document, or was too large.</summary>
    InvalidBody,

    /// <summary>The back-end rejected the payload as invalid.</summary>
    Rejected,

    /// <summary>Nothing was sent, because the circuit breaker is open or too many requests are in progress.</summary>
    NotSent,
}

/// <summary>A failed call to the back-end, described in the same way for all client APIs.</summary>
internal sealed class BackendException(
    BackendFailure failure, BackendResource resource, HttpStatusCode? status = null, Exception? cause = null)
    : Exception($"{resource.Path}: {failure}", cause)
{
    public BackendFailure Failure { get; } = failure;

    public BackendResource Resource { get; } = resource;

    /// <summary>The status of the back-end's response, or null if there was none.</summary>
    public HttpStatusCode? Status { get; } = status;

    /// <summary>
    /// The back-end's reason for rejecting the request, or a description of the failure that is more precise than the
    /// usual one. Null if there is none.
    /// </summary>
    public string? Detail { get; init; }

    /// <summary>The time after which a call may be sent again, if a circuit breaker said so.</summary>
    public TimeSpan? RetryAfter { get; init; }

    /// <summary>The value of the metrics label outcome for the failure.</summary>
    public string OutcomeLabel => Failure switch
    {
        BackendFailure.Connection => "connection_error",
        BackendFailure.Timeout => "timeout",
        BackendFailure.Status => "error_status",
        BackendFailure.Rejected => "refused",
        BackendFailure.NotSent => "not_sent",
        _ => "bad_body",
    };
}

/// <summary>
/// Maps the exceptions of each client API and parser to BackendException. No other class knows those exceptions.
/// </summary>
internal static class ClientExceptionMapper
{
    /// <summary>
    /// Loads the libraries whose exceptions are mapped. When a process has used up its file descriptors, it can load
    /// none, and could not map the failure to open a connection.
    /// </summary>
    public static void LoadLibraries() => Map(new InvalidOperationException(), BackendResource.Customer(1));

    /// <returns>The mapped exception, or null if the back-end did not cause the given exception.</returns>
    public static BackendException? Map(Exception exception, BackendResource resource)
    {
        return exception switch
        {
            BackendException mapped => mapped,
            ExecutionRejectedException rejected => CreateRejection(rejected),
            // An error status is the failure, whatever is wrong with the body of the response.
            HttpRequestException { StatusCode: { } status } => Create(BackendFailure.Status, status),
            WebException { InnerException: HttpRequestException { StatusCode: { } status } } =>
                Create(BackendFailure.Status, status),
            HttpRequestException { HttpRequestError: HttpRequestError.ConfigurationLimitExceeded } =>
                Create(BackendFailure.InvalidBody),
            // GetFromJsonAsync throws this for a body that is too large, without saying so by HttpRequestError.
            HttpRequestException { Source: "System.Net.Http.Json" } => Create(BackendFailure.InvalidBody),
            _ when HasCause<InvalidDataException>(exception) => Create(BackendFailure.InvalidBody),
            // It is an IOException, although nothing is wrong with the connection.
            InvalidProtocolBufferException => Create(BackendFailure.InvalidBody),
            OperationCanceledException or TimeoutException or WebException { Status: WebExceptionStatus.Timeout } =>
                Create(BackendFailure.Timeout),
            _ when HasCause<OperationCanceledException>(exception) || HasCause<TimeoutException>(exception)
                || HasTimedOut(exception) => Create(BackendFailure.Timeout),
            HttpRequestException or WebException or IOException or SocketException => Create(BackendFailure.Connection),
            System.Text.Json.JsonException or Newtonsoft.Json.JsonException => Create(BackendFailure.InvalidBody),
            // The parsers throw these for an unknown charset or media type, and for values out of range.
            ArgumentException or FormatException or InvalidOperationException or NotSupportedException
                or OverflowException or UnsupportedMediaTypeException => Create(BackendFailure.InvalidBody),
            _ => null,
        };

        BackendException Create(BackendFailure failure, HttpStatusCode? status = null) =>
            new(failure, resource, status, exception);

        BackendException CreateRejection(ExecutionRejectedException rejected) => rejected is TimeoutRejectedException
            ? Create(BackendFailure.Timeout)
            : new(BackendFailure.NotSent, resource, null, rejected)
            {
                RetryAfter = (rejected as BrokenCircuitException)?.RetryAfter,
            };
    }

    /// <summary>
    /// Returns whether an exception, or one that is nested in it, has the given type. WebClient nests the exceptions of
    /// the response's stream in a WebException.
    /// </summary>
    private static bool HasCause<T>(Exception? exception) =>
        exception is T || (exception is not null && HasCause<T>(exception.InnerException));

    /// <summary>
    /// Returns whether an exception was thrown because the ReadWriteTimeout of a blocking HttpWebRequest elapsed. The
    /// SocketException that reports the timeout is nested in other exceptions.
    /// </summary>
    private static bool HasTimedOut(Exception? exception) => exception switch
    {
        null => false,
        SocketException { SocketErrorCode: SocketError.TimedOut } => true,
        _ => HasTimedOut(exception.InnerException),
    };
}
