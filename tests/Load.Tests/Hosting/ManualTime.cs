namespace Load.Tests.Hosting;

/// <summary>A clock that stands still until a test advances it.</summary>
internal sealed class ManualTime : TimeProvider
{
    private long _ticks;
    private int _readings;

    /// <summary>How often the clock was read.</summary>
    public int Readings => Volatile.Read(ref _readings);

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp()
    {
        var ticks = Interlocked.Read(ref _ticks);
        Interlocked.Increment(ref _readings);
        return ticks;
    }

    public void Advance(TimeSpan by) => Interlocked.Add(ref _ticks, by.Ticks);
}
