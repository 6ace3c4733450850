using FrontendApi.Telemetry;
using Microsoft.Extensions.Options;
using ServiceDefaults.QueryFlags;

namespace FrontendApi.Backend;

/// <summary>
/// Calls the back-end. Every call, with whatever client it is made, gets the same resilience, metrics, timeout and
/// exceptions.
/// </summary>
internal sealed class BackendCaller(
    ResiliencePipelines pipelines, FrontendMetrics metrics, IOptions<BackendOptions> options, TimeProvider time)
{
    /// <summary>Makes one call, which takes several attempts if the request asked for resilience.</summary>
    /// <param name="request">The incoming request that needs the call.</param>
    /// <param name="resource">The resource of the back-end to call.</param>
    /// <param name="state">The argument for <paramref name="send"/>, so that it need not capture anything.</param>
    /// <param name="send">Makes one attempt, and throws whatever its client throws.</param>
    /// <exception cref="BackendException">The back-end failed, or did not answer in time.</exception>
    public Task<T> CallAsync<TState, T>(
        CallingRequest request,
        BackendResource resource,
        TState state,
        Func<TState, CancellationToken, Task<T>> send) =>
        request.Resilience is ResilienceMode.None
            ? AttemptAsync(request, resource, state, send, request.Aborted)
            : pipelines.Get(resource).ExecuteAsync(
                static (call, token) => new ValueTask<T>(
                    call.Caller.AttemptAsync(call.request, call.resource, call.state, call.send, token)),
                (Caller: this, request, resource, state, send), request.Aborted).AsTask();

    private async Task<T> AttemptAsync<TState, T>(
        CallingRequest request,
        BackendResource resource,
        TState state,
        Func<TState, CancellationToken, Task<T>> send,
        CancellationToken cancellationToken)
    {
        request.CountAttempt();
        var started = time.GetTimestamp();
        var outcome = "fault";
        TimeToFirstByteHandler.Observe(() =>
            metrics.FirstByteReceived(request.Caller, resource.Operation, time.GetElapsedTime(started)));
        // HttpClient.Timeout would end with the headers if the body is streamed.
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        timeout.CancelAfter(options.Value.Timeout);
        try
        {
            var result = await send(state, timeout.Token);
            outcome = "success";
            return result;
        }
        catch (Exception exception) when (cancellationToken.IsCancellationRequested)
        {
            // Polly cancels this token when the attempt times out, and throws a timeout exception of its own.
            outcome = request.Aborted.IsCancellationRequested ? "cancelled" : "timeout";
            throw new OperationCanceledException(null, exception, cancellationToken);
        }
        catch (Exception exception) when (ClientExceptionMapper.Map(exception, resource) is { } mapped)
        {
            outcome = mapped.Outcome;
            throw mapped;
        }
        finally
        {
            metrics.BackendCalled(request.Caller, resource.Operation, outcome, time.GetElapsedTime(started));
        }
    }
}

/// <summary>An incoming request that calls the back-end, and the number of attempts that it has made.</summary>
internal sealed class CallingRequest(string caller, string resilience, CancellationToken requestAborted)
{
    private int _attempts;

    /// <summary>The metrics label for the calls: the strategy's name, or ingest-sync or ingest-async.</summary>
    public string Caller { get; } = caller;

    /// <summary>The value of the query flag <c>resilience</c>.</summary>
    public string Resilience { get; } = resilience;

    /// <summary>Signals that the client disconnected.</summary>
    public CancellationToken Aborted { get; } = requestAborted;

    /// <summary>The number of attempts so far, including retries.</summary>
    public int Attempts => _attempts;

    public void CountAttempt() => Interlocked.Increment(ref _attempts);
}

/// <summary>The values of the query flag <c>resilience</c>.</summary>
internal static class ResilienceMode
{
    public const string None = "none";

    /// <summary>Total timeout, retry, circuit breaker and attempt timeout around each call.</summary>
    public const string Standard = "standard";

    public static readonly ChoiceFlag Flag = new("resilience",
        "Whether each call to the back-end is wrapped in a Polly resilience pipeline.", [None, Standard], None)
    {
        ConfigurationKey = "Client:Resilience",
    };
}
