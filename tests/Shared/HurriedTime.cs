namespace Testing;

/// <summary>
/// A clock that stands still, and whose timers elapse at once, so that no test waits for injected delays or for those of
/// retries and hedging, and no circuit closes again. Nobody could advance a FakeTimeProvider at the right moments: these
/// delays are random, and begin within a request. Only the timeouts of the standard resilience handler take as long as
/// they should: 10 s for an attempt, and 30 s for all.
/// </summary>
internal sealed class HurriedTime : TimeProvider
{
    private readonly DateTimeOffset _now = System.GetUtcNow();

    public override DateTimeOffset GetUtcNow() => _now;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
        base.CreateTimer(
            callback, state, dueTime.TotalSeconds is > 0 and not (10 or 30) ? TimeSpan.Zero : dueTime, period);
}
