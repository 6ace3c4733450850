using System.Net.Http.Headers;

namespace FrontendApi.Backend;

/// <summary>Provides each incoming request with what it needs to call the back-end.</summary>
internal sealed class BackendCaller(
    HttpClientProvider httpClients, WebClientProvider webClients, FrontendMetrics metrics,
    IOptions<BackendOptions> options, TimeProvider time)
{
    public WebClientProvider WebClients => webClients;
    public FrontendMetrics Metrics => metrics;
    public TimeSpan Timeout { get; } = options.Value.Timeout;
    public TimeProvider Time => time;

    /// <summary>Begins the calls for one incoming request. Dispose the result at the end of the request.</summary>
    public BackendCalls Begin(
        string label, KeyValuePair<string, object?>[] flags, string lifetime, string http, string resilience,
        string owner, CancellationToken requestAborted) => new(
            this, label, flags,
            lifetime is ClientLifetime.OwnLabel ? null : httpClients.Rent(lifetime, http, resilience, owner),
            lifetime is ClientLifetime.Shared, requestAborted);
}

/// <summary>
/// The calls to the back-end for one incoming request. Every call gets the same time limit, metrics and exceptions,
/// whichever client API makes it.
/// </summary>
internal sealed class BackendCalls : IDisposable
{
    // An AsyncLocal and not an option of the request message, because the strategies create the request messages.
    private static readonly AsyncLocal<BackendCalls?> CurrentCalls = new();

    private readonly BackendCaller _caller;
    private readonly string _label;
    private readonly KeyValuePair<string, object?>[] _flags;
    private readonly bool _isClientShared;
    private readonly CancellationToken _requestAborted;
    private readonly CancellationTokenSource _deadline;
    private readonly CancellationTokenRegistration _abort;
    private RetryConditionHeaderValue? _retryAfter;
    private volatile bool _isCancelled;

    public BackendCalls(
        BackendCaller caller, string label, KeyValuePair<string, object?>[] flags, HttpClient? client,
        bool isClientShared, CancellationToken requestAborted)
    {
        (_caller, _label, _flags, Client) = (caller, label, flags, client);
        (_isClientShared, _requestAborted) = (isClientShared, requestAborted);
        _deadline = new CancellationTokenSource(Timeout.InfiniteTimeSpan, caller.Time);
        _abort = requestAborted.UnsafeRegister(state => ((CancellationTokenSource)state!).Cancel(), _deadline);
        CurrentCalls.Value = this;
    }

    public static BackendCalls? Current => CurrentCalls.Value;

    /// <summary>The client of the request; null for a strategy that does not use HttpClient.</summary>
    public HttpClient? Client { get; }

    public WebClientProvider WebClients => _caller.WebClients;

    /// <summary>
    /// The token of the calls. It is cancelled when the caller disconnects, or when a call takes longer than
    /// Backend:Timeout: HttpClient.Timeout would not cover a body that is read after the headers.
    /// </summary>
    public CancellationToken CancellationToken => _deadline.Token;

    /// <summary>
    /// Makes one call to the back-end, and checks that its result is what was requested. The delegate throws whatever
    /// the client API throws, and returns null for a wrong document.
    /// </summary>
    /// <exception cref="BackendException">The back-end failed, or did not answer in time.</exception>
    public async Task<T> CallAsync<TState, T>(
        BackendResource resource, TState state, Func<TState, BackendCalls, BackendResource, Task<T?>> send)
        where T : class
    {
        var started = _caller.Time.GetTimestamp();
        var outcome = "fault";
        try
        {
            CancellationToken.ThrowIfCancellationRequested();
            // One deadline serves all calls of a request: it is set anew for each of them.
            _deadline.CancelAfter(_caller.Timeout);
            if (await send(state, this, resource) is not { } result
                || (result is IBackendDocument document && !document.IsValidFor(resource)))
            {
                throw new BackendException(BackendFailure.InvalidBody, resource);
            }

            outcome = "success";
            return result;
        }
        catch (Exception exception) when (_isCancelled || _requestAborted.IsCancellationRequested)
        {
            outcome = "cancelled";
            throw new OperationCanceledException(null, exception, _requestAborted);
        }
        catch (Exception exception) when (ClientExceptionMapper.Map(exception, resource) is { } mapped)
        {
            outcome = mapped.Failure.Outcome;
            throw mapped.Failure == BackendFailure.ErrorStatus && _retryAfter is { } wait
                && mapped.Status is null or HttpStatusCode.ServiceUnavailable
                ? new BackendException(BackendFailure.Busy, resource, mapped.Status, mapped.InnerException)
                {
                    RetryAfter = wait.Delta ?? wait.Date - _caller.Time.GetUtcNow(),
                }
                : mapped;
        }
        finally
        {
            var duration = _caller.Time.GetElapsedTime(started);
            _caller.Metrics.RecordBackendCall(_label, resource.Operation, outcome, duration);
        }
    }

    /// <summary>Ends the calls in progress, because the outcome of the request is known.</summary>
    public void Cancel()
    {
        _isCancelled = true;
        _deadline.Cancel();
    }

    /// <summary>Returns the time of a send, for <see cref="RecordHeaders"/>.</summary>
    public long GetTimestamp() => _caller.Time.GetTimestamp();

    /// <summary>
    /// Records that the headers of a response have arrived, or that there will be none, and when a busy back-end wants
    /// to be asked again: the exceptions of the client APIs do not say it.
    /// </summary>
    public void RecordHeaders(long sent, string method, HttpStatusCode? status, string? retryAfter = null)
    {
        if (status is HttpStatusCode.ServiceUnavailable && RetryConditionHeaderValue.TryParse(retryAfter, out var wait))
            _retryAfter = wait;
        _caller.Metrics.RecordRequest(_flags, method, status, _caller.Time.GetElapsedTime(sent));
    }

    public void Dispose()
    {
        _abort.Dispose();
        _deadline.Dispose();
        if (!_isClientShared)
            Client?.Dispose();
    }
}
