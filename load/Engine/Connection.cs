using Load.Http;
using Load.Metrics;

namespace Load.Engine;

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

    /// <param name="context">The HTTP client, the requests and the clock of the run.</param>
    /// <param name="measurement">The measurement into which the outcomes are recorded.</param>
    public Connection(RunContext context, Measurement measurement)
    {
        (_context, _measurement) = (context, measurement);
        _channel = context.Sender.Rent();
        _timeout = new RequestTimeout(context.Timeout, context.Abort);
    }

    /// <summary>Sends the request of the given index, and returns after the response or after a failure.</summary>
    /// <param name="index">The index of the request.</param>
    /// <param name="intendedStart">
    /// The timestamp at which the request was due, from which the latency is counted; null in a closed loop.
    /// </param>
    /// <param name="foundFreeConnection">
    /// Whether the request found a free connection at once, so that any delay before sending was caused by the load
    /// tool itself.
    /// </param>
    public async Task SendAsync(long index, long? intendedStart = null, bool foundFreeConnection = false)
    {
        var planned = _context.Requests.GetRequest(index);
        using var request = planned.CreateMessage();
        var sent = _context.Time.GetTimestamp();
        if (intendedStart is { } due)
            _measurement.RecordSend(due, sent, foundFreeConnection);
        var exchange = new Exchange(index, planned, intendedStart ?? sent, sent);
        Reply reply;
        try
        {
            reply = await _channel.SendAsync(
                request, _body, planned.Kind.Expectations.NeedsBody, _timeout.Restart());
        }
        catch (Exception e)
        {
            // Whatever the HTTP client throws is the outcome of the request: nothing that a server does may end the run.
            RecordFailure(exchange, e);
            _body.Release();
            return;
        }

        RecordReply(exchange, reply);
        _body.Release();
    }

    public void Dispose()
    {
        _timeout.Dispose();
        _context.Sender.Return(_channel);
    }

    private void RecordReply(Exchange exchange, Reply reply)
    {
        var received = _context.Time.GetTimestamp();

        // The response is checked after the end timestamp was taken, so that the check does not count as latency.
        var planned = exchange.Planned;
        reply = reply with { Outcome = planned.Kind.Expectations.GetOutcome(reply.Status, _body.Content) };
        _measurement.RecordReply(planned.KindIndex, reply, exchange.Due, exchange.Sent, received);
        _measurement.RecordTrace(_channel.Trace, exchange.Sent, received);
        _context.Log?.RecordReply(exchange.Index, exchange.Sent, received, reply);
    }

    private void RecordFailure(Exchange exchange, Exception exception)
    {
        var ended = _context.Time.GetTimestamp();
        _measurement.RecordTrace(_channel.Trace, exchange.Sent, received: null);
        if (_context.Abort.IsCancellationRequested && exception is OperationCanceledException)
        {
            _measurement.RecordUnfinished();
            return;
        }

        var failure = RequestFailure.From(exception, _channel.Trace);
        _measurement.RecordFailure(exchange.Planned.KindIndex, failure, exchange.Due, ended);
        _context.Log?.RecordFailure(exchange.Index, exchange.Sent, ended, failure.Kind);
    }

    private readonly record struct Exchange(long Index, PlannedRequest Planned, long Due, long Sent);
}
