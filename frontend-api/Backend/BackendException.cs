using System.Net;
using System.Net.Sockets;
using System.Text;
using Google.Protobuf;

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

    /// <summary>Whether a repetition of the failed call may succeed.</summary>
    public bool IsTransient => Failure switch
    {
        BackendFailure.Connection or BackendFailure.Timeout => true,
        BackendFailure.Status => RequestWasNotAccepted || Status >= HttpStatusCode.InternalServerError,
        _ => false,
    };

    /// <summary>
    /// Whether the failed call certainly had no effect on the back-end, so that even a POST can be repeated.
    /// </summary>
    public bool FailedCallHadNoEffect => RequestWasNotSent || RequestWasNotAccepted;

    /// <summary>The value of the metrics label outcome for the failure.</summary>
    public string OutcomeLabel => Failure switch
    {
        BackendFailure.Connection => "connection_error",
        BackendFailure.Timeout => "timeout",
        BackendFailure.Status => "error_status",
        BackendFailure.Rejected => "refused",
        _ => "bad_body",
    };

    /// <summary>
    /// SocketsHttpHandler throws a bare SocketException only while it opens a connection: if the connection is reset
    /// right after it was accepted.
    /// </summary>
    private bool RequestWasNotSent => InnerException is SocketException or HttpRequestException
    {
        HttpRequestError: HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError,
    };

    private bool RequestWasNotAccepted => Status is HttpStatusCode.RequestTimeout or HttpStatusCode.TooManyRequests;
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
            // An error status is the failure, whatever is wrong with the body of the response.
            HttpRequestException { StatusCode: { } status } => Create(BackendFailure.Status, status),
            _ when HasCause<InvalidDataException>(exception) || HasCause<DecoderFallbackException>(exception) =>
                Create(BackendFailure.InvalidBody),
            // It is an IOException, although nothing is wrong with the connection.
            InvalidProtocolBufferException => Create(BackendFailure.InvalidBody),
            WebException { InnerException: HttpRequestException { StatusCode: { } status } } =>
                Create(BackendFailure.Status, status),
            OperationCanceledException or TimeoutException or WebException { Status: WebExceptionStatus.Timeout } =>
                Create(BackendFailure.Timeout),
            _ when HasCause<TimeoutException>(exception) || HasTimedOut(exception) => Create(BackendFailure.Timeout),
            HttpRequestException or WebException or IOException or SocketException => Create(BackendFailure.Connection),
            System.Text.Json.JsonException or Newtonsoft.Json.JsonException => Create(BackendFailure.InvalidBody),
            // Json.NET throws it for a time whose offset or hour is out of range.
            ArgumentOutOfRangeException => Create(BackendFailure.InvalidBody),
            _ => null,
        };

        BackendException Create(BackendFailure failure, HttpStatusCode? status = null) =>
            new(failure, resource, status, exception);
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
