namespace Testing;

/// <summary>
/// A clock whose timers elapse at once, so that no test waits for injected delays or for those of retries and hedging.
/// It stands still, and no circuit closes again, unless it moves on by as long as each timer would take. Nobody could
/// advance its base at the right moments: these delays are random, and begin within a request. Only the timeouts of the
/// standard resilience handler take as long as they should: 10 s for an attempt, and 30 s for all.
/// </summary>
internal sealed class HurriedTime(bool movesOn = false) : FakeTimeProvider(System.GetUtcNow())
{
    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        if (movesOn && dueTime > TimeSpan.Zero)
            Advance(dueTime);
        return System.CreateTimer(
            callback, state, dueTime.TotalSeconds is > 0 and not (10 or 30) ? TimeSpan.Zero : dueTime, period);
    }
}
