namespace Testing;

/// <summary>A clock that moves only when a test advances it. Its timers elapse then.</summary>
internal sealed class ManualTime : TimeProvider
{
    private readonly ConcurrentBag<ManualTimer> _timers = [];
    private long _now;

    /// <summary>The number of timers that were created.</summary>
    public int Timers => _timers.Count;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => Interlocked.Read(ref _now);

    public override DateTimeOffset GetUtcNow() => DateTimeOffset.UnixEpoch.AddTicks(GetTimestamp());

    public void Advance(TimeSpan time)
    {
        Interlocked.Add(ref _now, time.Ticks);
        foreach (var timer in _timers)
            timer.ElapseIfDue();
    }

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new ManualTimer(this, () => callback(state));
        timer.Change(dueTime, period);
        _timers.Add(timer);
        return timer;
    }

    private sealed class ManualTimer(ManualTime time, Action callback) : ITimer
    {
        private long _due;

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            _due = dueTime == Timeout.InfiniteTimeSpan ? long.MaxValue : time.GetTimestamp() + dueTime.Ticks;
            return true;
        }

        public void ElapseIfDue()
        {
            if (_due <= time.GetTimestamp())
                callback();
        }

        public void Dispose() => _due = long.MaxValue;

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
