using System.Net;
using FrontendApi.Telemetry;
using Microsoft.Extensions.Options;

namespace FrontendApi.Backend;

/// <summary>Provides each incoming request with what it needs to call the back-end.</summary>
internal sealed class BackendCaller(
    HttpClientProvider httpClients,
    WebClientProvider webClients,
    FrontendMetrics metrics,
    IOptions<BackendOptions> options,
    TimeProvider time)
{
    /// <summary>Begins the calls for one incoming request. Dispose the result at the end of the request.</summary>
    /// <param name="label">
    /// The metrics label of the calls: the name of the strategy, or ingest-sync or ingest-async for a payload.
    /// </param>
    /// <param name="lifetime">The value of the query flag <c>client</c>, or own for a strategy without HttpClient.</param>
    /// <param name="http">The value of the query flag <c>http</c>.</param>
    /// <param name="resilience">The value of the query flag <c>resilience</c>.</param>
    /// <param name="requestAborted">A token that is cancelled when the caller disconnects.</param>
    public BackendCalls Begin(
        string label, string lifetime, string http, string resilience, CancellationToken requestAborted) =>
        new(label, metrics, options.Value.Timeout, time, requestAborted)
        {
            Client = lifetime is ClientLifetime.OwnLabel ? null : httpClients.Rent(lifetime, http, resilience),
            IsClientShared = lifetime is ClientLifetime.Shared,
            WebClients = webClients,
        };
}

/// <summary>
/// The calls to the back-end for one incoming request. Every call gets the same time limit, metrics and exceptions,
/// whichever client API makes it.
/// </summary>
internal sealed class BackendCalls : IDisposable
{
    // An AsyncLocal and not an option of the request message, because the strategies create the request messages.
    private static readonly AsyncLocal<BackendCalls?> CurrentCalls = new();

    private readonly string _label;
    private readonly FrontendMetrics _metrics;
    private readonly TimeSpan _timeout;
    private readonly TimeProvider _time;
    private readonly CancellationToken _requestAborted;
    private readonly CancellationTokenSource _deadline;
    private int _attempts;

    public BackendCalls(
        string label, FrontendMetrics metrics, TimeSpan timeout, TimeProvider time, CancellationToken requestAborted)
    {
        (_label, _metrics, _timeout, _time, _requestAborted) = (label, metrics, timeout, time, requestAborted);
        _deadline = CancellationTokenSource.CreateLinkedTokenSource(requestAborted);
        CurrentCalls.Value = this;
    }

    /// <summary>The calls of the incoming request that the current asynchronous method serves.</summary>
    public static BackendCalls? Current => CurrentCalls.Value;

    /// <summary>The client of the request; null for a strategy that does not use HttpClient.</summary>
    public HttpClient? Client { get; init; }

    public required WebClientProvider WebClients { get; init; }

    public bool IsClientShared { get; init; }

    /// <summary>
    /// The token of the calls. It is cancelled when the caller disconnects, or when a call takes longer than
    /// Backend:Timeout: HttpClient.Timeout would not cover a body that is read after the headers.
    /// </summary>
    public CancellationToken CancellationToken => _deadline.Token;

    /// <summary>The number of requests sent to the back-end so far, including retries.</summary>
    public int Attempts => _attempts;

    /// <summary>Makes one call to the back-end, and checks that its result is what was requested.</summary>
    /// <param name="resource">The resource of the back-end to call.</param>
    /// <param name="state">The value to pass to the delegate, so that the delegate need not capture any variable.</param>
    /// <param name="send">
    /// The delegate that makes the call. It throws whatever the client API throws, and returns null for a wrong document.
    /// </param>
    /// <exception cref="BackendException">The back-end failed, or did not answer in time.</exception>
    public async Task<T> CallAsync<TState, T>(
        BackendResource resource, TState state, Func<TState, BackendCalls, BackendResource, Task<T?>> send)
        where T : class
    {
        var started = _time.GetTimestamp();
        var outcome = "fault";
        try
        {
            CancellationToken.ThrowIfCancellationRequested();
            // One deadline serves all calls of a request: it is set anew for each of them.
            _deadline.CancelAfter(_timeout);
            if (await send(state, this, resource) is not { } result
                || (result is IBackendDocument document && !document.IsValidFor(resource)))
            {
                throw new BackendException(BackendFailure.InvalidBody, resource);
            }

            outcome = "success";
            return result;
        }
        catch (Exception exception) when (_requestAborted.IsCancellationRequested)
        {
            outcome = "cancelled";
            throw new OperationCanceledException(null, exception, _requestAborted);
        }
        catch (Exception exception) when (ClientExceptionMapper.Map(exception, resource) is { } mapped)
        {
            outcome = mapped.OutcomeLabel;
            throw mapped;
        }
        finally
        {
            _metrics.RecordBackendCall(_label, resource.Operation, outcome, _time.GetElapsedTime(started));
        }
    }

    /// <summary>Counts a request that is sent to the back-end.</summary>
    /// <returns>The time at which it is sent, for <see cref="RecordHeaders"/>.</returns>
    public long RecordSend()
    {
        Interlocked.Increment(ref _attempts);
        return _time.GetTimestamp();
    }

    /// <summary>Records that the headers of a response have arrived, or that there will be none.</summary>
    public void RecordHeaders(long sent, string method, HttpStatusCode? status) =>
        _metrics.RecordRequest(_label, method, status, _time.GetElapsedTime(sent));

    public void Dispose()
    {
        _deadline.Dispose();
        if (!IsClientShared)
            Client?.Dispose();
    }
}
