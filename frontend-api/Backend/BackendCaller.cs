using FrontendApi.Telemetry;
using Microsoft.Extensions.Options;

namespace FrontendApi.Backend;

/// <summary>
/// Calls the back-end. Every call gets the same resilience, metrics, timeout and exceptions, whichever client API makes
/// the call.
/// </summary>
internal sealed class BackendCaller(
    ResiliencePipelines pipelines, FrontendMetrics metrics, IOptions<BackendOptions> options, TimeProvider time)
{
    /// <summary>
    /// Makes one call to the back-end. If the incoming request asks for resilience, a failed attempt is repeated.
    /// </summary>
    /// <param name="request">The incoming request for which the back-end is called.</param>
    /// <param name="resource">The resource of the back-end to call.</param>
    /// <param name="state">
    /// The value to pass to the delegate, so that the delegate need not capture any variable.
    /// </param>
    /// <param name="send">
    /// The delegate that makes one attempt to call the back-end. It throws whatever the client API throws.
    /// </param>
    /// <exception cref="BackendException">The back-end failed, or did not answer in time.</exception>
    public Task<T> CallAsync<TState, T>(
        BackendCallContext request,
        BackendResource resource,
        TState state,
        Func<TState, CancellationToken, Task<T>> send) =>
        CallAsync(request, resource, state, send, request.CancellationToken);

    /// <summary>Makes one call to the back-end, which other requests may wait for, too.</summary>
    /// <param name="request">The incoming request for which the back-end is called.</param>
    /// <param name="resource">The resource of the back-end to call.</param>
    /// <param name="state">The value to pass to the delegate.</param>
    /// <param name="send">The delegate that makes one attempt to call the back-end.</param>
    /// <param name="cancellationToken">A token that cancels the call, instead of the one of the request.</param>
    /// <exception cref="BackendException">The back-end failed, or did not answer in time.</exception>
    public Task<T> CallAsync<TState, T>(
        BackendCallContext request,
        BackendResource resource,
        TState state,
        Func<TState, CancellationToken, Task<T>> send,
        CancellationToken cancellationToken) =>
        request.Resilience is ResilienceMode.None
            ? AttemptAsync(request, resource, state, send, call: null, cancellationToken)
            : pipelines.ExecuteAsync(request.Resilience, resource,
                static (call, token) => new ValueTask<T>(call.Caller.AttemptAsync(
                    call.request, call.resource, call.state, call.send, call.Progress, token)),
                (Caller: this, request, resource, state, send, Progress: new CallProgress()),
                cancellationToken).AsTask();

    private async Task<T> AttemptAsync<TState, T>(
        BackendCallContext request,
        BackendResource resource,
        TState state,
        Func<TState, CancellationToken, Task<T>> send,
        CallProgress? call,
        CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        request.CountAttempt();
        var started = time.GetTimestamp();
        var outcome = "fault";
        TimeToFirstByteHandler.SetCallback(() =>
            metrics.RecordTimeToFirstByte(request.CallerLabel, resource.Operation, time.GetElapsedTime(started)));
        // The attempt is limited with a token instead of HttpClient.Timeout, which does not cover a streamed response
        // body.
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        timeout.CancelAfter(options.Value.Timeout);
        try
        {
            var result = await send(state, timeout.Token);
            call?.IsAnswered = true;
            outcome = "success";
            return result;
        }
        catch (Exception exception) when (cancellationToken.IsCancellationRequested)
        {
            // When an attempt times out, Polly cancels the attempt's cancellation token and throws
            // TimeoutRejectedException. The time limit of an aggregate cancels the token too, and so does hedging if
            // another attempt was faster.
            outcome = request.RequestAborted.IsCancellationRequested || call is { IsAnswered: true }
                ? "cancelled"
                : "timeout";
            throw new OperationCanceledException(null, exception, cancellationToken);
        }
        catch (Exception exception) when (ClientExceptionMapper.Map(exception, resource) is { } mapped)
        {
            // Hedging gives the other attempts up after an answer that no attempt would change.
            if (!mapped.IsTransient)
                call?.IsAnswered = true;
            outcome = mapped.OutcomeLabel;
            throw mapped;
        }
        finally
        {
            metrics.RecordBackendCall(request.CallerLabel, resource.Operation, outcome, time.GetElapsedTime(started));
        }
    }

    /// <summary>The attempts of one call, which hedging may make at the same time.</summary>
    private sealed class CallProgress
    {
        /// <summary>Whether an attempt has succeeded, or failed in a way that no further one would change.</summary>
        public bool IsAnswered { get; set; }
    }
}

/// <summary>An incoming request that makes calls to the back-end, and the number of attempts made so far.</summary>
/// <param name="caller">The value of <see cref="CallerLabel"/>.</param>
/// <param name="resilience">The value of <see cref="Resilience"/>.</param>
/// <param name="requestAborted">The value of <see cref="RequestAborted"/>.</param>
/// <param name="cancellationToken">The value of <see cref="CancellationToken"/>.</param>
internal sealed class BackendCallContext(
    string caller, string resilience, CancellationToken requestAborted, CancellationToken cancellationToken)
{
    private int _attempts;

    /// <summary>
    /// The metrics label of the request's calls: the name of the strategy, or ingest-sync or ingest-async for a
    /// payload.
    /// </summary>
    public string CallerLabel { get; } = caller;

    /// <summary>The value of the query flag <c>resilience</c> of the request.</summary>
    public string Resilience { get; } = resilience;

    /// <summary>The cancellation token that is cancelled when the client of the incoming request disconnects.</summary>
    public CancellationToken RequestAborted { get; } = requestAborted;

    /// <summary>
    /// The cancellation token of the calls: it is cancelled when the client disconnects, or when the time for all calls
    /// has elapsed.
    /// </summary>
    public CancellationToken CancellationToken { get; } = cancellationToken;

    /// <summary>The number of attempts to call the back-end so far, including retries.</summary>
    public int Attempts => _attempts;

    public void CountAttempt() => Interlocked.Increment(ref _attempts);
}
