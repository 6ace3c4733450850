using Load.Recording;
using Load.Targeting;

namespace Load.Sending;

/// <summary>Sends one request after the other, and records what came of each.</summary>
internal sealed class Connection(Sender sender, Target target, Recorder recorder, TimeSpan timeout, TimeProvider time)
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
            recorder.Received(reply, due ?? sent, sent, time.GetTimestamp());
        }
        catch (Exception e) when (e is HttpRequestException or IOException or OperationCanceledException)
        {
            recorder.Tally.Failed(TransportErrors.Classify(e));
        }
    }

    public void Dispose() => _deadline.Dispose();
}
