namespace Load.Live;

/// <summary>The pages that are open.</summary>
internal sealed class ClientTracker(TimeProvider time)
{
    private readonly Lock _gate = new();
    private readonly TaskCompletionSource _first = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _pages;
    private long _left;

    /// <summary>Ends when the first one is.</summary>
    public Task FirstConnected => _first.Task;

    /// <summary>At the same time.</summary>
    public int PeakCount { get; private set; }

    /// <summary>One at least is open, or was not long ago: a reload closes it for a moment.</summary>
    public bool IsAnyConnected(TimeSpan within)
    {
        lock (_gate)
            return _pages > 0 || (FirstConnected.IsCompleted && time.GetElapsedTime(_left) < within);
    }

    public void Add()
    {
        lock (_gate)
            PeakCount = Math.Max(PeakCount, ++_pages);
        _first.TrySetResult();
    }

    public void Remove()
    {
        lock (_gate)
            (_pages, _left) = (_pages - 1, time.GetTimestamp());
    }
}
