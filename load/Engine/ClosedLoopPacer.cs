namespace Load.Engine;

/// <summary>
/// The pacer of the closed workload model: whoever has finished a request gets the next one, until the budget is used
/// or somebody asks to stop. A stall of the target holds back the requests that would have shown it.
/// </summary>
/// <param name="stopCondition">When to end. One request goes in any case, however late the start.</param>
/// <param name="firstIndex">Index of the first request; parameters are seeded by it.</param>
/// <param name="time">The clock of a budget in time; it starts now.</param>
/// <param name="stop">Ends the loop early. Requests under way are finished.</param>
internal sealed class ClosedLoopPacer(StopCondition stopCondition, long firstIndex, TimeProvider time, CancellationToken stop)
{
    private readonly long _started = time.GetTimestamp();
    private long _taken;
    private volatile bool _isStopped;

    private bool IsStopped => _isStopped || stop.IsCancellationRequested;

    /// <summary>How long a worker may pause before its next request; null where there will be none.</summary>
    public TimeSpan? GetRemaining() => IsStopped || Interlocked.Read(ref _taken) >= stopCondition.Requests
        ? null
        : stopCondition.Duration is not { } longest ? TimeSpan.MaxValue
        : longest - time.GetElapsedTime(_started) is { Ticks: > 0 } left ? left
        : null;

    public bool TryGetNext(out long index)
    {
        var mine = Interlocked.Increment(ref _taken) - 1;
        index = firstIndex + mine;
        return !IsStopped
            && (stopCondition.Requests is not { } most || mine < most)
            && (stopCondition.Duration is not { } longest || mine == 0 || time.GetElapsedTime(_started) < longest);
    }

    /// <summary>No request goes any more.</summary>
    public void Stop() => _isStopped = true;
}
