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

/// <summary>
/// Hands out the requests of a closed loop: a worker that has received a response gets the next request, until the stop
/// condition is met. This load model suffers from coordinated omission: while the target stalls, the requests that
/// would have shown the stall are not sent.
/// </summary>
internal sealed class ClosedLoopPacer(
    StopCondition stopCondition, long firstIndex, TimeProvider time, CancellationToken stop)
{
    private readonly long _startTimestamp = time.GetTimestamp();
    private long _startedRequests;
    private volatile bool _isStopped;

    private bool IsStopped => _isStopped || stop.IsCancellationRequested;

    /// <summary>Gets the time until the end of the closed loop, which limits a worker's think time.</summary>
    /// <returns>The time until the end of the closed loop; null if no more requests are to be sent.</returns>
    public TimeSpan? GetRemainingTime()
    {
        if (IsStopped || Interlocked.Read(ref _startedRequests) >= stopCondition.Requests)
            return null;
        if (stopCondition.Duration is not { } duration)
            return TimeSpan.MaxValue;
        var remaining = duration - time.GetElapsedTime(_startTimestamp);
        return remaining > TimeSpan.Zero ? remaining : null;
    }

    /// <summary>Gets the index of the next request.</summary>
    public bool TryGetNext(out long index)
    {
        var taken = Interlocked.Increment(ref _startedRequests) - 1;
        index = firstIndex + taken;
        return !IsStopped
            && (stopCondition.Requests is not { } requests || taken < requests)
            && (stopCondition.Duration is not { } duration || taken == 0 || time.GetElapsedTime(
                _startTimestamp) < duration);
    }

    /// <summary>Ends the closed loop for all workers.</summary>
    public void Stop() => _isStopped = true;
}

/// <summary>The condition that ends a period of load: a number of requests, or a duration.</summary>
internal readonly record struct StopCondition(long? Requests, TimeSpan? Duration)
{
    public static StopCondition AfterRequests(long requests) => new(requests, null);

    public static StopCondition AfterDuration(TimeSpan duration) => new(null, duration);
}
