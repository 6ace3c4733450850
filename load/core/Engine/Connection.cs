namespace TwoTier.Load.Engine;

internal sealed class Connection(RunContext context, Measurement measurement) : IDisposable
{
    private readonly HttpChannel _channel = context.Sender.Rent();
    private readonly RequestTimeout _timeout = new(context.Timeout, context.AbortToken);
    private readonly BodyBuffer _body = new();
    private PreparedRequest _request;
    private long _sent;
    private long _due;

    public long? LastRequestStart { get; private set; }
    public long? LastRequestEnd { get; private set; }

    public async Task SendAsync(PreparedRequest request, long? intendedStart = null, bool foundFreeConnection = false) =>
        Record(await StartAsync(request, intendedStart, foundFreeConnection).ConfigureAwait(false));

    /// <summary>
    /// Sends a request. What comes of it must be recorded before the next one starts, by the caller, so that there is no
    /// further state machine between it and the socket.
    /// </summary>
    public ValueTask<CompletedResponse> StartAsync(
        PreparedRequest request, long? intendedStart = null, bool foundFreeConnection = false)
    {
        var sent = context.Time.GetTimestamp();
        LastRequestStart = sent;
        (_request, _sent, _due) = (request, sent, intendedStart ?? sent);
        if (intendedStart is { } due)
            measurement.Recorder.RecordSend(due, sent, foundFreeConnection);
        return request.Planned.Kind.Expectations.NeedsBody
            ? ReceiveBodyAsync()
            : _channel.SendAsync(request, null, _timeout.Restart());
    }

    public void Record(CompletedResponse reply)
    {
        _timeout.End();
        var (planned, trace) = (_request.Planned, _channel.Trace);
        LastRequestEnd = trace.EndTimestamp;
        if (reply.Error is { } error)
        {
            RecordFailure(planned.KindIndex, error, trace);
        }
        else
        {
            reply = reply with { Outcome = planned.Kind.Expectations.GetOutcome(reply.Status, _body.Content) };
            measurement.Recorder.RecordResponse(planned.KindIndex, reply, trace, _due, _sent, trace.EndTimestamp);
        }

        _body.Release();
    }

    /// <summary>Creates the request of the given index, so that nothing but sending it remains to be done.</summary>
    public PreparedRequest Prepare(long index) => _channel.Prepare(context.Requests.GetRequest(index));

    /// <summary>Opens the connection. If that fails, the next request opens it or fails too.</summary>
    public async Task OpenAsync(PreparedRequest prepared)
    {
        await _channel.OpenAsync(prepared, _timeout.Restart()).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _timeout.End();
    }

    public void Dispose()
    {
        _timeout.Dispose();
        context.Sender.Return(_channel);
    }

    // A body is checked after the end timestamp was taken, and on a thread that no other connection waits for, so that
    // the check counts as nobody's latency.
    private async ValueTask<CompletedResponse> ReceiveBodyAsync()
    {
        var reply = await _channel.SendAsync(_request, _body, _timeout.Restart()).ConfigureAwait(false);
        await Task.Yield();
        return reply;
    }

    private void RecordFailure(int kind, Exception error, RequestTrace trace)
    {
        if (context.AbortToken.IsCancellationRequested && error is OperationCanceledException)
        {
            measurement.Recorder.RecordUnfinishedRequest(trace);
            return;
        }

        var failure = RequestFailure.FromException(error, trace);
        measurement.Failures.Record(failure);
        measurement.Recorder.RecordFailure(kind, failure.Kind, trace, _due, _sent, trace.EndTimestamp);
    }
}

/// <summary>
/// The time limit for the requests of a connection, one after the other. Its timer runs all the time and looks at the
/// deadline of the current request, because to set a timer for each request costs more.
/// </summary>
internal sealed class RequestTimeout : IDisposable
{
    private const long NoDeadline = long.MaxValue;
    private const long Expired = -1;

    private readonly long _limitMs;
    private readonly CancellationToken _abortToken;
    private readonly CancellationTokenRegistration _registration;
    private readonly Timer _timer;
    private CancellationTokenSource _source = new();
    private long _deadline = NoDeadline;

    public RequestTimeout(TimeSpan limit, CancellationToken abort = default)
    {
        (_limitMs, _abortToken) = ((long)Math.Clamp(Math.Ceiling(limit.TotalMilliseconds), 1, int.MaxValue), abort);
        _registration = abort.UnsafeRegister(static timeout => ((RequestTimeout)timeout!)._source.Cancel(), this);
        _timer = new Timer(static timeout => ((RequestTimeout)timeout!).CheckDeadline(), this, _limitMs, -1);
    }

    public CancellationToken Restart()
    {
        var deadline = Environment.TickCount64 + _limitMs;
        if (Interlocked.Exchange(ref _deadline, deadline) == Expired || _source.IsCancellationRequested)
            Volatile.Write(ref _source, new CancellationTokenSource());
        if (_abortToken.IsCancellationRequested)
            _source.Cancel();
        return _source.Token;
    }

    public void End()
    {
        if (Volatile.Read(ref _deadline) is not Expired and var deadline)
            Interlocked.CompareExchange(ref _deadline, NoDeadline, deadline);
    }

    public void Dispose()
    {
        _registration.Dispose();
        _timer.Dispose();
    }

    private void CheckDeadline()
    {
        // The source is read before the deadline. If both have been replaced since, the exchange fails.
        var (source, deadline) = (Volatile.Read(ref _source), Volatile.Read(ref _deadline));
        var remaining = deadline is NoDeadline or Expired ? _limitMs : deadline - Environment.TickCount64;
        if (remaining <= 0 && Interlocked.CompareExchange(ref _deadline, Expired, deadline) == deadline)
            source.Cancel();
        _timer.Change(remaining <= 0 ? _limitMs : remaining, -1);
    }
}
