namespace FrontendApi.Backend;

/// <summary>
/// One call to the back-end: its time limit, its measurement, and what its failure means. All are the same for every
/// client API. It is a structure, because each request makes several.
/// </summary>
internal readonly struct BackendCall
{
    private readonly CancellationToken _stop;
    private readonly CancellationTokenSource _deadline;
    private readonly CancellationTokenRegistration _registration;
    private readonly long _started;

    /// <summary>Begins a call, which <paramref name="stop"/> cancels: its result is no longer needed.</summary>
    public BackendCall(BackendCalls calls, BackendResource resource, CancellationToken stop)
    {
        (Calls, Resource, _stop, _started) = (calls, resource, stop, calls.GetTimestamp());
        _deadline = calls.Caller.Deadlines.Get();
        _deadline.CancelAfter(calls.Caller.Timeout);
        _registration = stop.UnsafeRegister(
            static deadline => ((CancellationTokenSource)deadline!).Cancel(), _deadline);
    }

    public BackendCalls Calls { get; }

    public BackendResource Resource { get; }

    /// <summary>
    /// Cancelled when the call must stop, or takes longer than Backend:Timeout. HttpClient.Timeout would not cover a body
    /// that is read after the headers.
    /// </summary>
    public CancellationToken CancellationToken => _deadline.Token;

    /// <summary>Returns the exception for the caller of the front-end, whatever the client API has thrown.</summary>
    public Exception Fail(Exception exception, out string outcome)
    {
        if (_stop.IsCancellationRequested)
        {
            outcome = "cancelled";
            return new OperationCanceledException(null, exception, _stop);
        }

        if (ClientExceptionMapper.Map(exception, Resource, Calls.WasSent) is not { } mapped)
        {
            outcome = "fault";
            return new StrategyException(Calls.CallFlags.Label, exception);
        }

        outcome = mapped.Failure.Outcome;
        return mapped.Failure == BackendFailure.ErrorStatus && Calls.RetryAfter is { } wait
            && mapped.Status is null or HttpStatusCode.ServiceUnavailable
            ? new BackendException(BackendFailure.Busy, Resource, mapped.Status, mapped.InnerException)
            {
                RetryAfter = wait.Delta ?? wait.Date - Calls.Caller.Time.GetUtcNow(),
            }
            : mapped;
    }

    /// <summary>Measures the call.</summary>
    public void End(string outcome)
    {
        _registration.Dispose();
        // A read that was abandoned may still have the token of a call that failed.
        if (outcome is "success")
            Calls.Caller.Deadlines.Return(_deadline);
        else
            _deadline.Dispose();
        Calls.Caller.Metrics.RecordBackendCall(
            Calls.CallFlags.Label, Resource.Operation, outcome, Calls.Caller.Time.GetElapsedTime(_started));
    }
}
