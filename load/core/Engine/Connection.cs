namespace TwoTier.Load.Engine;

/// <summary>
/// A connection to the target, which sends one request after the other and records the outcome of each.
/// </summary>
internal sealed class Connection : IDisposable
{
    private readonly RunContext _context;
    private readonly Measurement _measurement;
    private readonly HttpChannel _channel;
    private readonly RequestTimeout _timeout;
    private readonly BodyBuffer _body = new();

    /// <summary>The timestamp at which the last request of the connection ended; null if it has sent none.</summary>
    public long? LastRequestEnd { get; private set; }

    /// <summary>How far the last request of the connection is.</summary>
    public RequestState LastRequestState { get; private set; }

    public Connection(RunContext context, Measurement measurement)
    {
        (_context, _measurement) = (context, measurement);
        _channel = context.Sender.Rent();
        _timeout = new RequestTimeout(context.Timeout, context.AbortToken);
    }

    /// <summary>Sends the request of the given index, and returns after the response or after a failure.</summary>
    public Task SendAsync(long index, long? intendedStart = null, bool foundFreeConnection = false) =>
        SendAsync(Prepare(index), intendedStart, foundFreeConnection);

    /// <summary>Sends a request that was created before, and returns after the response or after a failure.</summary>
    public async Task SendAsync(PreparedRequest prepared, long? intendedStart, bool foundFreeConnection)
    {
        using var request = prepared.Message;
        LastRequestState = RequestState.Sent;
        var sent = _context.Time.GetTimestamp();
        if (intendedStart is { } due)
            _measurement.RecordSend(due, sent, foundFreeConnection);
        var exchange = new RequestAttempt(
            prepared.Index, prepared.Planned, intendedStart ?? sent, sent, prepared.TraceId);
        CompletedResponse reply;
        try
        {
            reply = await _channel.SendAsync(
                request, _body, prepared.Planned.Kind.Expectations.NeedsBody, _timeout.Restart());
        }
        catch (Exception e)
        {
            // Whatever the HTTP client throws is the outcome of the request: nothing that a server does may end the
            // run.
            await RecordFailureAsync(exchange, e);
            _body.Release();
            return;
        }

        await RecordReplyAsync(exchange, reply);
        _body.Release();
    }

    /// <summary>Creates the request of the given index, so that nothing but sending it remains to be done.</summary>
    public PreparedRequest Prepare(long index)
    {
        var planned = _context.Requests.GetRequest(index);
        var message = planned.CreateMessage();
        var trace = _context.Traces is null ? null : TraceCollector.Start(message);
        return new PreparedRequest(index, planned, message) { TraceId = trace };
    }

    /// <summary>
    /// Opens the connection without sending a request, if the HTTP version permits it. If the opening fails, the next
    /// request opens the connection or fails too.
    /// </summary>
    public Task OpenAsync(PreparedRequest prepared) => _channel.OpenAsync(prepared.Message, _timeout.Restart());

    public void Dispose()
    {
        _timeout.Dispose();
        _context.Sender.Return(_channel);
    }

    private ValueTask RecordReplyAsync(RequestAttempt exchange, CompletedResponse reply)
    {
        var received = _context.Time.GetTimestamp();
        LastRequestEnd = received;

        // The response is checked after the end timestamp was taken, so that the check does not count as latency.
        var planned = exchange.Planned;
        reply = reply with { Outcome = planned.Kind.Expectations.GetOutcome(reply.Status, _body.Content) };
        LastRequestState = reply.Outcome is ResponseOutcome.Expected ? RequestState.Succeeded : RequestState.Failed;
        _measurement.RecordResponse(planned.KindIndex, reply, exchange.Due, exchange.Sent, received);
        _measurement.RecordTrace(_channel.Trace, exchange.Due, exchange.Sent, received);
        EndTrace(exchange, reply.Status, null, received);
        return _context.Log?.RecordReplyAsync(exchange.Index, planned, exchange.Sent, received, reply) ?? default;
    }

    private ValueTask RecordFailureAsync(RequestAttempt exchange, Exception exception)
    {
        var ended = _context.Time.GetTimestamp();
        LastRequestEnd = ended;
        _measurement.RecordTrace(_channel.Trace, exchange.Due, exchange.Sent, received: null);
        if (_context.AbortToken.IsCancellationRequested && exception is OperationCanceledException)
        {
            _measurement.RecordUnfinishedRequest();
            return default;
        }

        LastRequestState = RequestState.Failed;
        var failure = RequestFailure.FromException(exception, _channel.Trace);
        _measurement.RecordFailure(exchange.Planned.KindIndex, failure, exchange.Due, ended);
        EndTrace(exchange, null, failure.Kind, ended);
        return _context.Log?.RecordFailureAsync(exchange.Index, exchange.Planned, exchange.Sent, ended, failure.Kind)
            ?? default;
    }

    private void EndTrace(RequestAttempt exchange, int? status, TransportError? error, long ended)
    {
        if (exchange.TraceId is not { } trace)
            return;
        var (planned, latency) = (exchange.Planned, _context.Time.GetElapsedTime(exchange.Due, ended));
        _context.Traces!.End(
            trace, $"{planned.Template.Method} {planned.Uri.AbsolutePath}", error?.GetName() ?? $"{status}", latency);
    }

    private readonly record struct RequestAttempt(
        long Index, PlannedRequest Planned, long Due, long Sent, string? TraceId);
}

/// <summary>A request that was created but not yet sent.</summary>
internal readonly record struct PreparedRequest(long Index, PlannedRequest Planned, HttpRequestMessage Message)
{
    /// <summary>The id of the distributed trace of the request; null if the request is not traced.</summary>
    public string? TraceId { get; init; }
}
