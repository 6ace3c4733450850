using System.Net;
using System.Net.Sockets;

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

    /// <summary>The body of the back-end's response was not the expected document.</summary>
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

    /// <summary>The back-end's reason for rejecting the request, or null if it gave none.</summary>
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

    private bool RequestWasNotSent => InnerException is HttpRequestException
    {
        HttpRequestError: HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError,
    };

    private bool RequestWasNotAccepted => Status is HttpStatusCode.RequestTimeout or HttpStatusCode.TooManyRequests;
}

/// <summary>
/// Maps the exceptions of each client API and JSON parser to BackendException. No other class knows those exceptions.
/// </summary>
internal static class ClientExceptionMapper
{
    /// <returns>The mapped exception, or null if the back-end did not cause the given exception.</returns>
    public static BackendException? Map(Exception exception, BackendResource resource)
    {
        return exception switch
        {
            BackendException mapped => mapped,
            HttpRequestException { StatusCode: { } status } => Create(BackendFailure.Status, status),
            WebException { Status: WebExceptionStatus.ProtocolError, Response: HttpWebResponse response } =>
                Create(BackendFailure.Status, response.StatusCode),
            OperationCanceledException or TimeoutException or WebException { Status: WebExceptionStatus.Timeout } =>
                Create(BackendFailure.Timeout),
            _ when HasTimedOut(exception) => Create(BackendFailure.Timeout),
            HttpRequestException or WebException or IOException or SocketException => Create(BackendFailure.Connection),
            System.Text.Json.JsonException or Newtonsoft.Json.JsonException or UnsupportedMediaTypeException =>
                Create(BackendFailure.InvalidBody),
            // HttpContent throws InvalidOperationException for a response with a charset that .NET does not know.
            InvalidOperationException { InnerException: ArgumentException } => Create(BackendFailure.InvalidBody),
            _ => null,
        };

        BackendException Create(BackendFailure failure, HttpStatusCode? status = null) =>
            new(failure, resource, status, exception);
    }

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
