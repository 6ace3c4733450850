namespace Load.Metrics;

/// <summary>
/// Counts the arrivals of an open loop, and records service time and schedule delay. The response time, which
/// corrects for coordinated omission, is in <see cref="RequestCounters.Latency"/>.
/// </summary>
/// <param name="planned">The number of requests that the arrival schedule plans.</param>
internal sealed class OpenLoopCounters(long planned)
{
    private long _arrived;
    private long _queued;
    private long _dropped;
    private long _sent;
    private long _abandoned;

    /// <summary>
    /// The service time of each request: from the sending of the request to the last byte of its response.
    /// </summary>
    public LatencyHistogram ServiceTime { get; } = new();

    /// <summary>
    /// The schedule delay: the time from the intended start of a request to its sending. The delay is recorded only for
    /// requests that found a free connection, so it is the delay that the load tool itself causes. A request that
    /// waited for a connection was delayed by the target.
    /// </summary>
    public LatencyHistogram ScheduleDelay { get; } = new();

    /// <summary>The number of requests that the arrival schedule plans.</summary>
    public long Planned { get; private set; } = planned;

    /// <summary>
    /// The number of requests that became due. The number is lower than <see cref="Planned"/> only if the run was cut
    /// short.
    /// </summary>
    public long Arrived => Interlocked.Read(ref _arrived);

    /// <summary>The number of requests that were sent.</summary>
    public long Sent => Interlocked.Read(ref _sent);

    /// <summary>The number of requests that found no free connection and waited in the queue.</summary>
    public long Queued => Interlocked.Read(ref _queued);

    /// <summary>The number of requests that were still queued when the run was stopped.</summary>
    public long Abandoned => Interlocked.Read(ref _abandoned);

    /// <summary>
    /// The number of requests that were never sent, because the queue was full or because the requests were still
    /// queued one request timeout after the last arrival.
    /// </summary>
    public long Dropped => Interlocked.Read(ref _dropped);

    /// <summary>Adds the counts and histograms of another instance to this instance.</summary>
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
