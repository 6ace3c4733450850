namespace TwoTier.Load.Metrics;

/// <summary>
/// Counts the arrivals of an open loop, and records service time and schedule delay. The response time, which
/// corrects for coordinated omission, is in <see cref="RequestCounters.Latency"/>. One thread records; others may read
/// at the same time.
/// </summary>
internal sealed class OpenLoopCounters(long planned)
{
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
    public long ArrivedRequests { get; private set; }

    /// <summary>The number of requests that were sent.</summary>
    public long SentRequests { get; private set; }

    /// <summary>The number of requests that found no free connection and waited in the queue.</summary>
    public long QueuedRequests { get; private set; }

    /// <summary>The number of requests that were still queued when the run was stopped.</summary>
    public long AbandonedRequests { get; private set; }

    /// <summary>
    /// The number of requests that were never sent, because the queue was full or because the requests were still
    /// queued one request timeout after the last arrival.
    /// </summary>
    public long DroppedRequests { get; private set; }

    /// <summary>Adds the counts and histograms of another instance to this instance.</summary>
    public void Add(OpenLoopCounters other)
    {
        PlannedRequests += other.PlannedRequests;
        ArrivedRequests += other.ArrivedRequests;
        QueuedRequests += other.QueuedRequests;
        DroppedRequests += other.DroppedRequests;
        AbandonedRequests += other.AbandonedRequests;
        SentRequests += other.SentRequests;
        ServiceTime.Add(other.ServiceTime);
        ScheduleDelay.Add(other.ScheduleDelay);
    }

    public void CountArrival() => ArrivedRequests++;

    public void CountQueuedRequest() => QueuedRequests++;

    public void CountDroppedRequests(int count) => DroppedRequests += count;

    public void CountAbandonedRequests(int count) => AbandonedRequests += count;

    public void CountSentRequest() => SentRequests++;
}
