using Load.Pacing;
using Load.Recording;
using Load.Targeting;

namespace Load.Sending;

/// <summary>One worker per connection, each sending its next request when its last one is done.</summary>
internal sealed class Crew(Sender sender, int connections, TimeSpan timeout, TimeProvider time, Pause? pause = null)
{
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
        using var connection = new Connection(sender, target, recorder, timeout, time, log);
        while (pacer.TryNext(out var index))
        {
            await connection.SendAsync(index);
            if (pause is not null)
                await pause.WaitAsync();
        }

        recorder.WorkerDone(time.GetTimestamp());
    }
}
