namespace Load.Engine;

/// <summary>
/// Hands out the requests of a closed loop: a worker that has received a response gets the next request, until the stop
/// condition is met. This load model suffers from coordinated omission: while the target stalls, the requests that
/// would have shown the stall are not sent.
/// </summary>
/// <param name="stopCondition">
/// The condition that ends the closed loop. At least one request is sent, even if the loop starts late.
/// </param>
/// <param name="firstIndex">The index of the first request.</param>
/// <param name="time">The clock that measures the duration of the loop, from the creation of the pacer.</param>
/// <param name="stop">
/// A token that ends the closed loop early when it is cancelled. Requests that were sent are finished.
/// </param>
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
    /// <returns>True if there is a next request.</returns>
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
/// <param name="Requests">The number of requests to send; null if the duration ends the load.</param>
/// <param name="Duration">The duration of the load; null if the number of requests ends the load.</param>
internal readonly record struct StopCondition(long? Requests, TimeSpan? Duration)
{
    public static StopCondition AfterRequests(long requests) => new(requests, null);

    public static StopCondition AfterDuration(TimeSpan duration) => new(null, duration);
}
