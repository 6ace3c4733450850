using Load.Sending;

namespace Load.Recording;

/// <summary>What happened in one stretch of load, and when; any number of workers may record.</summary>
/// <param name="time">Gives the timestamps; the stretch starts now.</param>
/// <param name="window">Planned length, where it is known: replies are then counted by quarter of a second too.</param>
internal sealed class Recorder(TimeProvider time, TimeSpan? window = null)
{
    private readonly long _started = time.GetTimestamp();
    private long _workers;
    private long _workerTicks;
    private long _lastTicks;

    public Tally Tally { get; } = new();

    public HeatMap Heat { get; } = new((int)((window ?? TimeSpan.Zero) / HeatMap.ColumnWidth));

    /// <summary>Seconds until the last worker was done.</summary>
    public double Seconds => TimeSpan.FromTicks(Interlocked.Read(ref _lastTicks)).TotalSeconds;

    /// <summary>
    /// Seconds that the workers were busy, on average. A worker that waits for the others at the end sends nothing, so
    /// a rate over <see cref="Seconds"/> would be too low by up to one latency, most for the slowest variant.
    /// </summary>
    public double BusySeconds =>
        _workers == 0 ? 0 : TimeSpan.FromTicks(Interlocked.Read(ref _workerTicks)).TotalSeconds / _workers;

    /// <summary>Successful responses per second until now, of a stretch that is under way.</summary>
    public double RateSoFar => Tally.Successes / time.GetElapsedTime(_started).TotalSeconds;

    public void Received(Reply reply, long sent, long received)
    {
        var latency = time.GetElapsedTime(sent, received);
        Tally.Received(reply, latency);
        Heat.Add(time.GetElapsedTime(_started, received), latency);
    }

    public void WorkerDone(long at)
    {
        var ticks = time.GetElapsedTime(_started, at).Ticks;
        Interlocked.Increment(ref _workers);
        Interlocked.Add(ref _workerTicks, ticks);
        for (var seen = Interlocked.Read(ref _lastTicks); ticks > seen; seen = Interlocked.Read(ref _lastTicks))
            Interlocked.CompareExchange(ref _lastTicks, ticks, seen);
    }
}
