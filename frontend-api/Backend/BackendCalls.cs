using System.Net.Http.Headers;

namespace FrontendApi.Backend;

/// <summary>The calls to the back-end for one incoming request.</summary>
internal sealed class BackendCalls : IDisposable
{
    // The client APIs create the request messages, and a shared client belongs to no request.
    private static readonly AsyncLocal<BackendCalls?> CurrentCalls = new();

    public BackendCalls(BackendCaller caller, CallFlags flags, HttpClient? client, CancellationToken requestAborted)
    {
        (Caller, CallFlags, RequestAborted, Client) = (caller, flags, requestAborted, client);
        CurrentCalls.Value = this;
    }

    public static BackendCalls? Current => CurrentCalls.Value;

    public BackendCaller Caller { get; }

    public CallFlags CallFlags { get; }

    /// <summary>The client of the request; null for a strategy that does not use HttpClient.</summary>
    public HttpClient? Client { get; }

    /// <summary>The token of the incoming request: its caller has disconnected.</summary>
    public CancellationToken RequestAborted { get; }

    /// <summary>When a busy back-end wants to be asked again; null if it did not say so.</summary>
    public RetryConditionHeaderValue? RetryAfter { get; private set; }

    /// <summary>Whether a request of these calls has been sent.</summary>
    public bool WasSent { get; private set; }

    /// <summary>Returns the time of a send, for <see cref="RecordHeaders"/>.</summary>
    public long GetTimestamp() => Caller.Time.GetTimestamp();

    /// <summary>
    /// Records that the headers of a response have arrived, or that there will be none, and when a busy back-end wants
    /// to be asked again: the exceptions of the client APIs do not say it.
    /// </summary>
    public void RecordHeaders(long sent, string method, HttpStatusCode? status, string? retryAfter = null)
    {
        WasSent = true;
        if (status is HttpStatusCode.ServiceUnavailable && RetryConditionHeaderValue.TryParse(retryAfter, out var wait))
            RetryAfter = wait;
        Caller.Metrics.RecordRequest(CallFlags.Labels, method, status, Caller.Time.GetElapsedTime(sent));
    }

    public void Dispose()
    {
        if (CallFlags.IsBlocking)
            Caller.EndBlocking();
        if (CallFlags.Client is not ClientLifetime.Shared)
            Client?.Dispose();
    }
}
