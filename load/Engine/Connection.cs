using Load.Http;
using Load.Metrics;

namespace Load.Engine;

/// <summary>Sends one request after the other, and records what came of each.</summary>
internal sealed class Connection(
    HttpSender sender, RequestMix requests, Measurement measurement, TimeSpan timeout, TimeProvider time, RequestLog? log = null)
    : IDisposable
{
    private readonly RequestTimeout _timeout = new(timeout);
    private readonly BodyBuffer _body = new();

    /// <param name="index">Of the request.</param>
    /// <param name="intendedStart">Intended start, from which the latency counts; null in a closed loop, which has none.</param>
    /// <param name="foundFreeConnection">What it is late by is the tool's own doing.</param>
    public async Task SendAsync(long index, long? intendedStart = null, bool foundFreeConnection = false)
    {
        var planned = requests.GetRequest(index);
        var expected = planned.Kind.Expectations;
        using var request = planned.CreateMessage();
        var sent = time.GetTimestamp();
        if (intendedStart is { } intendedTime)
            measurement.RecordSend(intendedTime, sent, foundFreeConnection);
        try
        {
            var reply = await sender.SendAsync(request, _body, expected.NeedsBody, _timeout.Restart());
            var received = time.GetTimestamp();

            // Apart from sending, so that no check counts as latency.
            reply = reply with { Outcome = expected.GetOutcome(reply.Status, _body.Content) };
            measurement.RecordReply(planned.KindIndex, reply, intendedStart ?? sent, sent, received);
            log?.RecordReply(index, sent, received, reply);
        }
        catch (Exception e) when (e is HttpRequestException or IOException or OperationCanceledException)
        {
            var kind = TransportErrors.Classify(e);
            measurement.RecordFailure(planned.KindIndex, kind, intendedStart ?? sent);
            log?.RecordFailure(index, sent, time.GetTimestamp(), kind);
        }
        finally
        {
            _body.Release();
        }
    }

    public void Dispose() => _timeout.Dispose();
}
