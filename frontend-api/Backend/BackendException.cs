using System.Net;

namespace FrontendApi.Backend;

/// <summary>A call that failed, in one vocabulary for all client APIs.</summary>
internal sealed class BackendException(
    BackendFault fault, BackendResource resource, HttpStatusCode? status = null, Exception? cause = null)
    : Exception($"{resource.Path}: {fault}", cause)
{
    public BackendFault Fault { get; } = fault;

    public BackendResource Resource { get; } = resource;

    /// <value>The back-end's own, where it answered.</value>
    public HttpStatusCode? Status { get; } = status;

    /// <value>What the back-end says of a refusal; null where it does not.</value>
    public string? Detail { get; init; }

    /// <value>Whether there was no connection at all, so that nothing of the call can have reached the back-end.</value>
    public bool NeverArrived => InnerException is HttpRequestException
    {
        HttpRequestError: HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError,
    };

    /// <value>Whether the same call may succeed if it is made again.</value>
    public bool IsTransient => Fault switch
    {
        BackendFault.Connection or BackendFault.Timeout => true,
        BackendFault.Status => Status is >= HttpStatusCode.InternalServerError
            or HttpStatusCode.RequestTimeout or HttpStatusCode.TooManyRequests,
        _ => false,
    };

    /// <value>The metrics' label.</value>
    public string Outcome => Fault switch
    {
        BackendFault.Connection => "connection_error",
        BackendFault.Timeout => "timeout",
        BackendFault.Status => "error_status",
        BackendFault.Refusal => "refused",
        _ => "bad_body",
    };
}
