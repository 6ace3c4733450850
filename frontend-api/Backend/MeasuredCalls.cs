namespace FrontendApi.Backend;

/// <summary>Makes calls to the back-end: the same metrics and failures, whatever is called and how.</summary>
internal sealed class MeasuredCalls(FrontendMetrics metrics, TimeProvider time)
{
    /// <param name="strategy">The metrics' label.</param>
    /// <param name="resource">What is called.</param>
    /// <param name="state">For the call, so that it need not capture it.</param>
    /// <param name="call">Throws whatever its client throws.</param>
    /// <param name="cancellationToken">Ends the call: the caller's, or that of a try that takes too long.</param>
    /// <param name="callerLeft">The caller's.</param>
    /// <exception cref="BackendException">It failed by the back-end's doing.</exception>
    public async Task<T> MeasureAsync<TState, T>(
        string strategy,
        BackendResource resource,
        TState state,
        Func<TState, CancellationToken, Task<T>> call,
        CancellationToken cancellationToken,
        CancellationToken callerLeft)
    {
        var started = time.GetTimestamp();
        var outcome = "fault";
        FirstByte.Watch(() => metrics.FirstByteCame(strategy, resource.Operation, time.GetElapsedTime(started)));
        try
        {
            var result = await call(state, cancellationToken);
            outcome = "success";
            return result;
        }
        catch (Exception exception) when (cancellationToken.IsCancellationRequested)
        {
            // Polly's token ends a try that is too slow, and it makes a timeout of this itself.
            outcome = callerLeft.IsCancellationRequested ? "cancelled" : "timeout";
            throw new OperationCanceledException(null, exception, cancellationToken);
        }
        catch (Exception exception) when (exception.Translate(resource) is { } failure)
        {
            outcome = failure.Outcome;
            throw failure;
        }
        finally
        {
            metrics.BackendCalled(strategy, resource.Operation, outcome, time.GetElapsedTime(started));
        }
    }
}
