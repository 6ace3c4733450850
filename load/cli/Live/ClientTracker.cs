namespace TwoTier.Load.Cli.Live;

/// <summary>Counts the live pages that are connected.</summary>
internal sealed class ClientTracker(TimeProvider time)
{
    private static readonly TimeSpan PollingInterval = TimeSpan.FromMilliseconds(500);

    private readonly Lock _gate = new();
    private readonly TaskCompletionSource _firstConnected = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _count;
    private long _lastRemoved;

    /// <summary>A task that completes when the first live page connects.</summary>
    public Task FirstConnected => _firstConnected.Task;

    /// <summary>The highest number of live pages that were connected at the same time.</summary>
    public int PeakCount { get; private set; }

    /// <summary>
    /// Returns true if a live page is connected, or was connected a short time ago. Reloading a page disconnects it for
    /// a moment.
    /// </summary>
    public bool IsAnyConnected(TimeSpan gracePeriod)
    {
        lock (_gate)
            return _count > 0 || (FirstConnected.IsCompleted && time.GetElapsedTime(_lastRemoved) < gracePeriod);
    }

    /// <summary>Waits until a live page connects, but not longer than a time limit.</summary>
    public async Task WaitForFirstConnectAsync(TimeSpan limit, CancellationToken stop) => await FirstConnected
        .WaitAsync(limit, time, stop)
        .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);

    /// <summary>Waits until no live page is connected any more, but not longer than a time limit.</summary>
    public async Task WaitForAllDisconnectedAsync(TimeSpan limit, TimeSpan gracePeriod, CancellationToken stop)
    {
        var started = time.GetTimestamp();
        while (!stop.IsCancellationRequested && time.GetElapsedTime(started) < limit && IsAnyConnected(gracePeriod))
            await Task.Delay(PollingInterval, time, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    /// <summary>Records that a live page has connected.</summary>
    public void RecordConnect()
    {
        lock (_gate)
            PeakCount = Math.Max(PeakCount, ++_count);
        _firstConnected.TrySetResult();
    }

    /// <summary>Records that a live page has disconnected.</summary>
    public void RecordDisconnect()
    {
        lock (_gate)
            (_count, _lastRemoved) = (_count - 1, time.GetTimestamp());
    }
}
