using Load.Metrics;

namespace Load.Engine;

/// <summary>
/// Runs one worker per connection. A worker sends its next request after the response to its last one, and its think
/// time.
/// </summary>
internal sealed class ClosedLoopExecutor(
    Func<Measurement, Connection> createConnection, int connections, ThinkTime thinkTime, TimeProvider time)
{
    /// <summary>Sends requests until the pacer ends, and returns after the last response.</summary>
    public async Task SendAsync(ClosedLoopPacer pacer, Measurement measurement)
    {
        var workers = Enumerable.Range(0, connections)
            .Select(_ => Task.Run(() => WorkAsync(pacer, measurement), CancellationToken.None));

        // Yields, because the last response may have been handled on a socket thread, which must not run what
        // follows.
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
                if (pacer.GetRemaining() is { } remaining)
                    await thinkTime.WaitAsync(remaining);
            }
        }
        catch
        {
            // Such as a plugin that throws. Without this worker the others would not send the configured load.
            pacer.Stop();
            throw;
        }

        measurement.RecordWorkerEnd(time.GetTimestamp());
    }
}

/// <summary>The time that a worker of a closed loop waits after each response.</summary>
/// <param name="duration">The time to wait; 0 for none.</param>
/// <param name="time">The clock.</param>
/// <param name="stop">Ends a wait early.</param>
internal sealed class ThinkTime(TimeSpan duration, TimeProvider time, CancellationToken stop)
{
    /// <summary>Waits for the think time, but not longer than a maximum.</summary>
    public async ValueTask WaitAsync(TimeSpan maximum)
    {
        if (duration <= TimeSpan.Zero)
            return;
        await Task.Delay(duration < maximum ? duration : maximum, time, stop)
            .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }
}
