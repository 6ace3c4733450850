using Load.Pacing;
using Load.Recording;
using Load.Targeting;

namespace Load.Sending;

/// <summary>One worker per connection, each sending its next request when its last one is done.</summary>
internal sealed class Crew(Sender sender, int connections, TimeSpan timeout, TimeProvider time)
{
    /// <summary>Sends until the pacer ends. Returns when the last response is in, so nothing is in flight.</summary>
    public async Task SendAsync(Target target, ClosedLoop pacer, Recorder recorder)
    {
        var workers = Enumerable.Range(0, connections)
            .Select(_ => Task.Run(() => WorkAsync(target, pacer, recorder), CancellationToken.None));

        // The last reply may have been handled on a socket thread: what comes next must not run there.
        await Task.WhenAll(workers).ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
    }

    private async Task WorkAsync(Target target, ClosedLoop pacer, Recorder recorder)
    {
        using var connection = new Connection(sender, target, recorder, timeout, time);
        while (pacer.TryNext(out var index))
            await connection.SendAsync(index);

        recorder.WorkerDone(time.GetTimestamp());
    }
}
