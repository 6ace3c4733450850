using Load.Http;
using Load.Metrics;

namespace Load.Engine;

/// <summary>Sends one request after the other, and records what came of each.</summary>
internal sealed class Connection(
    HttpSender sender, RequestMix target, Measurement recorder, TimeSpan timeout, TimeProvider time, RequestLog? log = null)
    : IDisposable
{
    private readonly RequestTimeout _deadline = new(timeout);
    private readonly BodyBuffer _body = new();

    /// <param name="index">Of the request.</param>
    /// <param name="due">Intended start, from which the latency counts; null in a closed loop, which has none.</param>
    /// <param name="wasFree">What it is late by is the tool's own doing.</param>
    public async Task SendAsync(long index, long? due = null, bool wasFree = false)
    {
        var planned = target.At(index);
        var expected = planned.Kind.Expected;
        using var request = planned.ToMessage();
        var sent = time.GetTimestamp();
        if (due is { } intended)
            recorder.Sent(intended, sent, wasFree);
        try
        {
            var reply = await sender.SendAsync(request, _body, expected.ReadBody, _deadline.Restart());
            var received = time.GetTimestamp();

            // Apart from sending, so that no check counts as latency.
            reply = reply with { Outcome = expected.OutcomeOf(reply.Status, _body.Kept) };
            recorder.Received(planned.Number, reply, due ?? sent, sent, received);
            log?.Received(index, sent, received, reply);
        }
        catch (Exception e) when (e is HttpRequestException or IOException or OperationCanceledException)
        {
            var kind = TransportErrors.Classify(e);
            recorder.Failed(planned.Number, kind, due ?? sent);
            log?.Failed(index, sent, time.GetTimestamp(), kind);
        }
        finally
        {
            _body.LetGo();
        }
    }

    public void Dispose() => _deadline.Dispose();
}
