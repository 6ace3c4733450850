namespace TwoTier.Load.Metrics;

/// <summary>
/// Counts the arrivals of an open loop, and records service time and schedule delay. The response time, which
/// corrects for coordinated omission, is in <see cref="RequestCounters.Latency"/>.
/// </summary>
internal sealed class OpenLoopCounters(long planned)
{
    private long _arrivedRequests;
    private long _queuedRequests;
    private long _droppedRequests;
    private long _sentRequests;
    private long _abandonedRequests;

    /// <summary>
    /// The service time of each request: from the sending of the request to the last byte of its response.
    /// </summary>
    public LatencyHistogram ServiceTime { get; } = new();

    /// <summary>
    /// The schedule delay: the time from the intended start of a request to its sending, or to its queueing or dropping
    /// if it found no free connection. It is the delay that the load tool itself causes. The time in the queue, which
    /// the target causes, does not count.
    /// </summary>
    public LatencyHistogram ScheduleDelay { get; } = new();

    /// <summary>The number of requests that the arrival schedule plans.</summary>
    public long PlannedRequests { get; private set; } = planned;

    /// <summary>
    /// The number of requests that became due. The number is lower than <see cref="PlannedRequests"/> only if the run was cut
    /// short.
    /// </summary>
    public long ArrivedRequests => Interlocked.Read(ref _arrivedRequests);

    /// <summary>The number of requests that were sent.</summary>
    public long SentRequests => Interlocked.Read(ref _sentRequests);

    /// <summary>The number of requests that found no free connection and waited in the queue.</summary>
    public long QueuedRequests => Interlocked.Read(ref _queuedRequests);

    /// <summary>The number of requests that were still queued when the run was stopped.</summary>
    public long AbandonedRequests => Interlocked.Read(ref _abandonedRequests);

    /// <summary>
    /// The number of requests that were never sent, because the queue was full or because the requests were still
    /// queued one request timeout after the last arrival.
    /// </summary>
    public long DroppedRequests => Interlocked.Read(ref _droppedRequests);

    /// <summary>Adds the counts and histograms of another instance to this instance.</summary>
    public void Add(OpenLoopCounters other)
    {
        PlannedRequests += other.PlannedRequests;
        Interlocked.Add(ref _arrivedRequests, other.ArrivedRequests);
        Interlocked.Add(ref _queuedRequests, other.QueuedRequests);
        Interlocked.Add(ref _droppedRequests, other.DroppedRequests);
        Interlocked.Add(ref _abandonedRequests, other.AbandonedRequests);
        Interlocked.Add(ref _sentRequests, other.SentRequests);
        ServiceTime.Add(other.ServiceTime);
        ScheduleDelay.Add(other.ScheduleDelay);
    }

    public void CountArrival() => Interlocked.Increment(ref _arrivedRequests);

    public void CountQueuedRequest() => Interlocked.Increment(ref _queuedRequests);

    public void CountDroppedRequests(int count) => Interlocked.Add(ref _droppedRequests, count);

    public void CountAbandonedRequests(int count) => Interlocked.Add(ref _abandonedRequests, count);

    public void CountSentRequest() => Interlocked.Increment(ref _sentRequests);
}
