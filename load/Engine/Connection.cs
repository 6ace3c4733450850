using Load.Http;
using Load.Metrics;

namespace Load.Engine;

/// <summary>
/// A connection to the target, which sends one request after the other and records the outcome of each.
/// </summary>
internal sealed class Connection(
    HttpSender sender,
    RequestMix requests,
    Measurement measurement,
    TimeSpan timeout,
    TimeProvider time,
    RequestLog? log = null)
    : IDisposable
{
    private readonly RequestTimeout _timeout = new(timeout);
    private readonly BodyBuffer _body = new();

    /// <summary>The timestamp at which the last request of the connection ended; null if it has sent none.</summary>
    public long? LastEnded { get; private set; }

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
        var planned = requests.GetRequest(index);
        var expectations = planned.Kind.Expectations;
        using var request = planned.CreateMessage();
        var sent = time.GetTimestamp();
        if (intendedStart is { } due)
            measurement.RecordSend(due, sent, foundFreeConnection);
        try
        {
            var reply = await sender.SendAsync(request, _body, expectations.NeedsBody, _timeout.Restart());
            var received = time.GetTimestamp();

            // The response is checked after the end timestamp was taken, so that the check does not count as latency.
            reply = reply with { Outcome = expectations.GetOutcome(reply.Status, _body.Content) };
            measurement.RecordReply(planned.KindIndex, reply, intendedStart ?? sent, sent, received);
            log?.RecordReply(index, sent, received, reply);
        }
        catch (Exception e) when (e is HttpRequestException or IOException or OperationCanceledException)
        {
            var error = TransportErrors.Classify(e);
            measurement.RecordFailure(planned.KindIndex, error, intendedStart ?? sent);
            log?.RecordFailure(index, sent, time.GetTimestamp(), error);
        }
        finally
        {
            LastEnded = time.GetTimestamp();
            _body.Release();
        }
    }

    public void Dispose() => _timeout.Dispose();
}
