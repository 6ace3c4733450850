namespace Load.Live;

/// <summary>The pages that are open.</summary>
internal sealed class ClientTracker(TimeProvider time)
{
    private readonly Lock _gate = new();
    private readonly TaskCompletionSource _first = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _pages;
    private long _left;

    /// <summary>Ends when the first one is.</summary>
    public Task First => _first.Task;

    /// <summary>At the same time.</summary>
    public int Most { get; private set; }

    /// <summary>One at least is open, or was not long ago: a reload closes it for a moment.</summary>
    public bool IsThere(TimeSpan within)
    {
        lock (_gate)
            return _pages > 0 || (First.IsCompleted && time.GetElapsedTime(_left) < within);
    }

    public void Come()
    {
        lock (_gate)
            Most = Math.Max(Most, ++_pages);
        _first.TrySetResult();
    }

    public void Leave()
    {
        lock (_gate)
            (_pages, _left) = (_pages - 1, time.GetTimestamp());
    }
}
