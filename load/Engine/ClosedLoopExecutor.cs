using Load.Metrics;

namespace Load.Engine;

/// <summary>One worker per connection, each sending its next request when its last one is done.</summary>
internal sealed class ClosedLoopExecutor(Func<Measurement, Connection> connect, int connections, ThinkTime pause, TimeProvider time)
{
    /// <summary>Sends until the pacer ends. Returns when the last response is in, so nothing is in flight.</summary>
    public async Task SendAsync(ClosedLoopPacer pacer, Measurement recorder)
    {
        var workers = Enumerable.Range(0, connections)
            .Select(_ => Task.Run(() => WorkAsync(pacer, recorder), CancellationToken.None));

        // The last reply may have been handled on a socket thread: what comes next must not run there.
        await Task.WhenAll(workers).ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
    }

    private async Task WorkAsync(ClosedLoopPacer pacer, Measurement recorder)
    {
        using var connection = connect(recorder);
        try
        {
            while (pacer.TryNext(out var index))
            {
                await connection.SendAsync(index);
                if (pacer.Left() is { } left)
                    await pause.WaitAsync(left);
            }
        }
        catch
        {
            // A value that a plugin cannot give: what the others would still measure is not what was asked for.
            pacer.End();
            throw;
        }

        recorder.WorkerDone(time.GetTimestamp());
    }
}
