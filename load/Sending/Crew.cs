using Load.Pacing;
using Load.Recording;
using Load.Targeting;

namespace Load.Sending;

/// <summary>One worker per connection, each sending its next request when its last one is done.</summary>
internal sealed class Crew(Sender sender, int connections, TimeSpan timeout, TimeProvider time, Pause? pause = null)
{
    private const int BufferBytes = 64 * 1024;

    /// <summary>Sends until the pacer ends. Returns when the last response is in, so nothing is in flight.</summary>
    public async Task SendAsync(Target target, ClosedLoop pacer, Recorder recorder, RequestLog? log = null)
    {
        var workers = Enumerable.Range(0, connections)
            .Select(_ => Task.Run(() => WorkAsync(target, pacer, recorder, log), CancellationToken.None));

        // The last reply may have been handled on a socket thread: what comes next must not run there.
        await Task.WhenAll(workers).ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
    }

    private async Task WorkAsync(Target target, ClosedLoop pacer, Recorder recorder, RequestLog? log)
    {
        using var deadline = new Deadline(timeout);
        var buffer = new byte[BufferBytes];
        while (pacer.TryNext(out var index))
        {
            using var request = target.RequestFor(index);
            var sent = time.GetTimestamp();
            try
            {
                var reply = await sender.SendAsync(request, buffer, deadline.Restart());
                var received = time.GetTimestamp();
                reply = sender.Judged(reply);
                recorder.Received(reply, sent, received);
                log?.Received(index, sent, received, reply);
            }
            catch (Exception e) when (e is HttpRequestException or IOException or OperationCanceledException)
            {
                var kind = TransportErrors.Classify(e);
                recorder.Tally.Failed(kind);
                log?.Failed(index, sent, time.GetTimestamp(), kind);
            }

            if (pause is not null)
                await pause.WaitAsync();
        }

        recorder.WorkerDone(time.GetTimestamp());
    }
}
