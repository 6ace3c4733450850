namespace Load.Metrics;

/// <summary>What an open loop knows beside its replies: how it kept to its plan, and the other two clocks.</summary>
/// <param name="planned">Requests of the whole schedule.</param>
internal sealed class OpenLoopCounters(long planned)
{
    private long _arrived;
    private long _queued;
    private long _dropped;
    private long _sent;
    private long _abandoned;

    /// <summary>From the send to the last byte; the tally's latency counts from the intended start.</summary>
    public LatencyHistogram ServiceTime { get; } = new();

    /// <summary>
    /// From the intended start to the send, of those that found a free connection: the tool's own delay. One that was
    /// queued waited for the target.
    /// </summary>
    public LatencyHistogram ScheduleDelay { get; } = new();

    public long Planned { get; private set; } = planned;

    /// <summary>Came due; less than planned only when the run was cut short.</summary>
    public long Arrived => Interlocked.Read(ref _arrived);

    public long Sent => Interlocked.Read(ref _sent);

    /// <summary>Found no free connection and waited for one.</summary>
    public long Queued => Interlocked.Read(ref _queued);

    /// <summary>Still waited when somebody asked to stop.</summary>
    public long Abandoned => Interlocked.Read(ref _abandoned);

    /// <summary>Found the queue full, or still waited long after the last one came due; were never sent.</summary>
    public long Dropped => Interlocked.Read(ref _dropped);

    public void Add(OpenLoopCounters other)
    {
        Planned += other.Planned;
        Interlocked.Add(ref _arrived, other.Arrived);
        Interlocked.Add(ref _queued, other.Queued);
        Interlocked.Add(ref _dropped, other.Dropped);
        Interlocked.Add(ref _abandoned, other.Abandoned);
        Interlocked.Add(ref _sent, other.Sent);
        ServiceTime.Add(other.ServiceTime);
        ScheduleDelay.Add(other.ScheduleDelay);
    }

    public void CountArrival() => Interlocked.Increment(ref _arrived);

    public void CountQueued() => Interlocked.Increment(ref _queued);

    public void CountDropped(int count) => Interlocked.Add(ref _dropped, count);

    public void CountAbandoned(int count) => Interlocked.Add(ref _abandoned, count);

    public void CountSent() => Interlocked.Increment(ref _sent);
}
