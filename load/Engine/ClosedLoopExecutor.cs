using Load.Metrics;

namespace Load.Engine;

/// <summary>One worker per connection, each sending its next request when its last one is done.</summary>
internal sealed class ClosedLoopExecutor(Func<Measurement, Connection> createConnection, int connections, ThinkTime thinkTime, TimeProvider time)
{
    /// <summary>Sends until the pacer ends. Returns when the last response is in, so nothing is in flight.</summary>
    public async Task SendAsync(ClosedLoopPacer pacer, Measurement measurement)
    {
        var workers = Enumerable.Range(0, connections)
            .Select(_ => Task.Run(() => WorkAsync(pacer, measurement), CancellationToken.None));

        // The last reply may have been handled on a socket thread: what comes next must not run there.
        await Task.WhenAll(workers).ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
    }

    private async Task WorkAsync(ClosedLoopPacer pacer, Measurement measurement)
    {
        using var connection = createConnection(measurement);
        try
        {
            while (pacer.TryGetNext(out var index))
            {
                await connection.SendAsync(index);
                if (pacer.GetRemaining() is { } left)
                    await thinkTime.WaitAsync(left);
            }
        }
        catch
        {
            // A value that a plugin cannot give: what the others would still measure is not what was asked for.
            pacer.Stop();
            throw;
        }

        measurement.RecordWorkerEnd(time.GetTimestamp());
    }
}
