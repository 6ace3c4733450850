namespace TwoTier.Load.Metrics;

/// <summary>
/// Adds up how long the workers of a measurement are busy. A worker is busy from the start until its last response. A
/// worker of an open loop is busy for the duration of the schedule, or until it sends its last request if that was
/// queued for longer. The worker of bursts is busy during the bursts only.
/// The clock starts when the object is created. Workers may end concurrently.
/// </summary>
internal sealed class WorkerClock(TimeProvider time)
{
    private readonly long _startTimestamp = time.GetTimestamp();
    private long _endedWorkers;
    private long _busyTicks;
    private long _lastTicks;

    /// <summary>The number of workers.</summary>
    public int Workers { get; set; } = 1;

    /// <summary>Whether at least one worker has ended.</summary>
    public bool IsEnding => Interlocked.Read(ref _endedWorkers) > 0;

    /// <summary>The seconds from the start until the last worker ended.</summary>
    public double ElapsedSeconds => TimeSpan.FromTicks(Interlocked.Read(ref _lastTicks)).TotalSeconds;

    /// <summary>The mean time for which a worker was busy so far, in seconds.</summary>
    public double BusySeconds
    {
        get
        {
            var ended = Interlocked.Read(ref _endedWorkers);
            var running = Math.Max(0, Workers - ended);
            var runningTicks = running == 0 ? 0 : running * time.GetElapsedTime(_startTimestamp).Ticks;
            return TimeSpan.FromTicks(Interlocked.Read(ref _busyTicks) + runningTicks).TotalSeconds
                / (ended + running);
        }
    }

    /// <summary>Records that a worker has sent its last request and received the last response.</summary>
    public void RecordWorkerEnd(long ended, TimeSpan minimum, TimeSpan? busy)
    {
        var ticks = Math.Max(time.GetElapsedTime(_startTimestamp, ended).Ticks, minimum.Ticks);
        Interlocked.Increment(ref _endedWorkers);
        Interlocked.Add(ref _busyTicks, busy?.Ticks ?? ticks);
        for (var seen = Interlocked.Read(ref _lastTicks); ticks > seen; seen = Interlocked.Read(ref _lastTicks))
            Interlocked.CompareExchange(ref _lastTicks, ticks, seen);
    }

    /// <summary>Adds the durations of a later measurement. The sum counts as one worker that has ended.</summary>
    public void Add(WorkerClock later)
    {
        _busyTicks += TimeSpan.FromSeconds(later.BusySeconds).Ticks;
        _lastTicks += later._lastTicks;
        _endedWorkers = 1;
    }
}
