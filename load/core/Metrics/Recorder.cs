namespace TwoTier.Load.Metrics;

/// <summary>
/// What one thread records while load is sent. Only that thread writes, so that recording needs no locks and no shared
/// cache lines. Others may read at the same time.
/// </summary>
internal sealed class Recorder(TimeProvider time, long started, int kinds)
{
    public RequestCounters Counters { get; } = new();

    /// <summary>Empty if all requests are of one kind.</summary>
    public RequestCounters[] CountersByKind { get; } =
        [.. Enumerable.Range(0, kinds > 1 ? kinds : 0).Select(_ => new RequestCounters())];

    public RequestTimings Timings { get; } = new();

    public OpenLoopCounters? OpenLoop { get; set; }
    public IntervalSeries? Intervals { get; set; }

    /// <summary>The number of connections that were closed because the server sent bytes of no response.</summary>
    public long UnexpectedBytes { get; private set; }

    /// <summary>Without a complete response when the run was stopped: neither responses nor errors.</summary>
    public long UnfinishedRequests { get; private set; }

    public Recorder CreateEmpty(bool withIntervals = true) => new(time, started, kinds)
    {
        OpenLoop = OpenLoop is null ? null : new OpenLoopCounters(0),
        Intervals = withIntervals ? Intervals?.CreateEmpty() : null,
    };

    public void RecordArrival(long due) => Count(due, loop => loop.ArrivedRequests++);

    /// <summary>Counts a request that is being queued, and records its schedule delay, which ends now.</summary>
    public void RecordQueuedRequest(long due)
    {
        Count(due, loop => loop.QueuedRequests++);
        RecordScheduleDelay(due, time.GetTimestamp());
    }

    public void RecordDroppedRequest(long due)
    {
        Count(due, loop => loop.DroppedRequests++);
        RecordScheduleDelay(due, time.GetTimestamp());
    }

    public void RecordAbandonedRequest(long due) => Count(due, loop => loop.AbandonedRequests++);

    /// <summary>Counts a request as sent, and records its schedule delay unless it was queued before.</summary>
    public void RecordSend(long due, long sent, bool foundFreeConnection)
    {
        Count(due, loop => loop.SentRequests++);
        if (foundFreeConnection)
            RecordScheduleDelay(due, sent);
    }

    public void RecordResponse(
        int kind, CompletedResponse reply, RequestTrace trace, long due, long sent, long received)
    {
        var latency = time.GetElapsedTime(due, received);
        Counters.RecordResponse(reply, latency);
        if (CountersByKind.Length > 0)
            CountersByKind[kind].RecordResponse(reply, latency);
        var end = time.GetElapsedTime(started, received);
        var serviceTime = time.GetElapsedTime(sent, received);
        OpenLoop?.ServiceTime.Record(serviceTime);
        Intervals?.RecordResponse(time.GetElapsedTime(started, due), end, reply, latency);
        GetStep(due)?.ServiceTime.Record(serviceTime);
        var firstByte =
            trace.FirstByteTimestamp == 0 ? serviceTime : time.GetElapsedTime(sent, trace.FirstByteTimestamp);
        RecordTrace(trace, (firstByte, serviceTime - firstByte));
    }

    public void RecordFailure(int kind, TransportError error, RequestTrace trace, long due, long sent, long ended)
    {
        var (latency, serviceTime) = (time.GetElapsedTime(due, ended), time.GetElapsedTime(sent, ended));
        Counters.RecordFailure(error, latency);
        if (CountersByKind.Length > 0)
            CountersByKind[kind].RecordFailure(error, latency);
        OpenLoop?.ServiceTime.Record(serviceTime);
        Intervals?.RecordFailure(time.GetElapsedTime(started, due), error, latency);
        GetStep(due)?.ServiceTime.Record(serviceTime);
        RecordTrace(trace, null);
    }

    public void RecordUnfinishedRequest(RequestTrace trace)
    {
        UnfinishedRequests++;
        RecordTrace(trace, null);
    }

    /// <summary>Adds what another recorder has recorded, except its open loop and intervals.</summary>
    public void AddRequests(Recorder other)
    {
        Counters.Add(other.Counters);
        Timings.Add(other.Timings);
        foreach (var (own, added) in CountersByKind.Zip(other.CountersByKind))
            own.Add(added);
        UnexpectedBytes += other.UnexpectedBytes;
        UnfinishedRequests += other.UnfinishedRequests;
    }

    public void Add(Recorder other)
    {
        AddRequests(other);
        if (other.OpenLoop is { } openLoop)
            OpenLoop?.Add(openLoop);
        if (other.Intervals is { } intervals)
            Intervals?.Add(intervals);
    }

    // Counts an arrival in the whole run and in its step.
    private void Count(long due, Action<OpenLoopCounters> count)
    {
        if (OpenLoop is { } whole)
            count(whole);
        if (GetStep(due) is { } step)
            count(step);
    }

    private void RecordTrace(RequestTrace trace, (TimeSpan FirstByte, TimeSpan Body)? answer)
    {
        UnexpectedBytes += trace.HasUnexpectedBytes ? 1 : 0;
        Timings.Record(trace, answer);
    }

    private void RecordScheduleDelay(long due, long ended)
    {
        var delay = time.GetElapsedTime(due, ended);
        OpenLoop?.ScheduleDelay.Record(delay);
        GetStep(due)?.ScheduleDelay.Record(delay);
    }

    private OpenLoopCounters? GetStep(long due) => Intervals?.GetStep(time.GetElapsedTime(started, due));
}
