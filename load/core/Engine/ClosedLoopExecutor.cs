namespace TwoTier.Load.Engine;

/// <summary>
/// Runs the workers of a closed loop, one per connection. A worker sends the next request after the response to the
/// last one and a think time.
/// </summary>
internal sealed class ClosedLoopExecutor(
    Func<Measurement, Connection> createConnection, int connections, ThinkTime thinkTime, TimeProvider time)
{
    /// <summary>Sends requests until the pacer has no next request, and returns after the last response.</summary>
    public async Task SendAsync(ClosedLoopPacer pacer, Measurement measurement)
    {
        measurement.Workers = connections;
        var workers = Enumerable.Range(0, connections)
            .Select(_ => Task.Run(() => RunWorkerAsync(pacer, measurement), CancellationToken.None));

        // The task yields, because the last response may have been handled on a socket thread, which must not run the
        // code that follows.
        await Task.WhenAll(workers).ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
        measurement.Complete();
    }

    private async Task RunWorkerAsync(ClosedLoopPacer pacer, Measurement measurement)
    {
        try
        {
            using var connection = createConnection(measurement);
            while (pacer.TryGetNext(out var index))
            {
                await connection.SendAsync(index);
                if (pacer.GetRemainingTime() is { } remaining)
                    await thinkTime.WaitAsync(remaining);
            }
        }
        catch
        {
            // A worker has failed, for example because a plugin threw an exception. The remaining workers would send
            // less than the configured load.
            pacer.Stop();
            throw;
        }

        measurement.RecordWorkerEnd(time.GetTimestamp());
    }
}

/// <summary>The time that a worker of a closed loop waits after each response.</summary>
internal sealed class ThinkTime(TimeSpan duration, TimeProvider time, CancellationToken stop)
{
    /// <summary>Waits for the think time, but not longer than the given maximum.</summary>
    public async ValueTask WaitAsync(TimeSpan maximum)
    {
        if (duration <= TimeSpan.Zero)
            return;
        await Task.Delay(duration < maximum ? duration : maximum, time, stop)
            .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }
}
