namespace BackendApi.Tests.Faults;

/// <summary>
/// A clock whose delays last until the test ends them, and that records how long the delays would have taken. Its time
/// is the sum of them.
/// </summary>
internal sealed class FakeTime : TimeProvider
{
    private readonly TaskCompletionSource _delaysEnded = new();

    /// <summary>The delays that were requested from the fake clock, in the order in which they began.</summary>
    public ConcurrentQueue<TimeSpan> Delays { get; } = [];

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => Delays.Sum(delay => delay.Ticks);

    /// <summary>Ends all delays on the fake clock, both those that have begun and those that will begin.</summary>
    public void EndDelays() => _delaysEnded.TrySetResult();

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        if (dueTime != Timeout.InfiniteTimeSpan)
            Delays.Enqueue(dueTime);
        _ = _delaysEnded.Task.ContinueWith(_ => callback(state), TaskScheduler.Default);
        return new FakeTimer();
    }

    private sealed class FakeTimer : ITimer
    {
        public bool Change(TimeSpan dueTime, TimeSpan period) => true;

        public void Dispose()
        {
        }

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
