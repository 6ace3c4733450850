namespace TwoTier.Load.Engine;

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
