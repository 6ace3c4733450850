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
    public static readonly BackendFailure TooManyBlocking = new("not_sent", 503, "Too many requests block a thread",
        _ => "Client:MaxBlocking limits them. Try again after the time in the header Retry-After.");
    public static readonly BackendFailure TooManyCalls = new("not_sent", 503, "Too many calls are in progress",
        _ => "The resilience handler limits the calls. Try again after the time in the header Retry-After.");
}
