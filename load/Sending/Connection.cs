using Load.Recording;
using Load.Targeting;

namespace Load.Sending;

/// <summary>Sends one request after the other, and records what came of each.</summary>
internal sealed class Connection(
    Sender sender, Target target, Recorder recorder, TimeSpan timeout, TimeProvider time, RequestLog? log = null)
    : IDisposable
{
    private const int BufferBytes = 64 * 1024;
    private readonly Deadline _deadline = new(timeout);
    private readonly byte[] _buffer = new byte[BufferBytes];

    /// <param name="index">Of the request.</param>
    /// <param name="due">Intended start, from which the latency counts; null in a closed loop, which has none.</param>
    /// <param name="wasFree">What it is late by is the tool's own doing.</param>
    public async Task SendAsync(long index, long? due = null, bool wasFree = false)
    {
        using var request = target.RequestFor(index);
        var sent = time.GetTimestamp();
        if (due is { } intended)
            recorder.Sent(intended, sent, wasFree);
        try
        {
            var reply = await sender.SendAsync(request, _buffer, _deadline.Restart());
            var received = time.GetTimestamp();
            reply = sender.Judged(reply);
            recorder.Received(reply, due ?? sent, sent, received);
            log?.Received(index, sent, received, reply);
        }
        catch (Exception e) when (e is HttpRequestException or IOException or OperationCanceledException)
        {
            var kind = TransportErrors.Classify(e);
            recorder.Tally.Failed(kind);
            log?.Failed(index, sent, time.GetTimestamp(), kind);
        }
    }

    public void Dispose() => _deadline.Dispose();
}
