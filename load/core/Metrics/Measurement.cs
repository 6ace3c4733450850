namespace TwoTier.Load.Metrics;

/// <summary>
/// Everything that is recorded while load is sent. The measurement starts when the object is created. Workers may
/// record concurrently.
/// </summary>
internal sealed class Measurement(TimeProvider time, TimeSpan? plannedDuration = null, int kinds = 1)
{
    private readonly long _startTimestamp = time.GetTimestamp();
    private readonly WorkerClock _clock = new(time);
    private long _resentRequests;
    private long _unfinishedRequests;
    private LatencyHistogram? _serviceTimeOfParts;

    /// <summary>The counters of all requests.</summary>
    public RequestCounters Counters { get; } = new();

    /// <summary>The counters of each kind of request; empty if all requests are of one kind.</summary>
    public IReadOnlyList<RequestCounters> CountersByKind { get; } =
        [.. Enumerable.Range(0, kinds > 1 ? kinds : 0).Select(_ => new RequestCounters())];

    /// <summary>The phases of the requests, from the opening of a connection to the last byte.</summary>
    public RequestTimings Timings { get; } = new();

    /// <summary>The reasons why requests failed, in words.</summary>
    public FailureMessages Failures { get; } = new();

    /// <summary>Whether the latencies include the requests that ended in a transport error.</summary>
    public bool IncludesFailures { get; init; }

    /// <summary>The number of requests that the HTTP client sent again on its own.</summary>
    public long ResentRequests => Interlocked.Read(ref _resentRequests);

    /// <summary>
    /// The number of requests that had no complete response when the run was stopped. They count neither as responses
    /// nor as errors.
    /// </summary>
    public long UnfinishedRequests => Interlocked.Read(ref _unfinishedRequests);

    /// <summary>The counters that only an open loop has; null for a closed loop.</summary>
    public OpenLoopCounters? OpenLoop { get; set; }

    /// <summary>
    /// The service times of all requests: from the sending of a request to the last byte of its response. In an open
    /// loop and in bursts, the latencies count from an earlier time.
    /// </summary>
    public LatencyHistogram ServiceTime => _serviceTimeOfParts ?? OpenLoop?.ServiceTime ?? Counters.Latency;

    /// <summary>
    /// The bursts in the order in which they were sent. <see cref="Counters"/> includes their requests.
    /// </summary>
    public IReadOnlyList<BurstMeasurement> Bursts { get; private set; } = [];

    /// <summary>Reads how far the running burst is; null if none runs, or if it is too large to be shown.</summary>
    public Func<IReadOnlyList<BurstProgress>>? ReadBurst { get; set; }

    /// <summary>
    /// The request counters by time interval; null unless the load has rate steps or lasts at least a minute.
    /// </summary>
    public IntervalSeries? Intervals { get; set; }

    /// <summary>The heat map of the responses by time and latency; empty if no duration was planned.</summary>
    public HeatMap HeatMap { get; private init; } =
        new((int)((plannedDuration ?? TimeSpan.Zero) / HeatMap.ColumnWidth));

    /// <summary>The seconds from the start of the measurement until the last worker ended.</summary>
    public double ElapsedSeconds => _clock.ElapsedSeconds;

    /// <summary>
    /// The number of workers that send the load: the connections of a closed or an open loop, or 1 for bursts.
    /// </summary>
    public int Workers
    {
        get => _clock.Workers;
        set => _clock.Workers = value;
    }

    /// <summary>
    /// The mean time for which a worker was busy so far, in seconds: the time base of <see cref="Goodput"/>.
    /// </summary>
    public double BusySeconds => _clock.BusySeconds;

    /// <summary>
    /// The goodput so far: successful responses per second of <see cref="BusySeconds"/>. This is the only definition of
    /// throughput, for runs, trials, stages, thresholds and the events. A rate over <see cref="ElapsedSeconds"/>
    /// would depend on the slowest response: at the end, a worker that waits for the others sends nothing. Null if no
    /// time has passed.
    /// </summary>
    public double? Goodput => BusySeconds is > 0 and var busy ? Counters.Successes / busy : null;

    /// <summary>
    /// Whether at least one worker has ended, so that only the last responses of the remaining workers are still to
    /// come.
    /// </summary>
    public bool IsEnding => _clock.IsEnding;

    /// <summary>Counts a request of an open loop that has become due.</summary>
    public void RecordArrival(long intendedStart)
    {
        OpenLoop?.CountArrival();
        GetStepCounters(intendedStart)?.CountArrival();
    }

    /// <summary>
    /// Counts a request of an open loop that found no free connection and is being queued, and records its schedule
    /// delay. The delay ends now, because from now on the request waits for the target.
    /// </summary>
    public void RecordQueuedRequest(long intendedStart)
    {
        OpenLoop?.CountQueuedRequest();
        GetStepCounters(intendedStart)?.CountQueuedRequest();
        RecordScheduleDelay(intendedStart, time.GetElapsedTime(intendedStart));
    }

    /// <summary>
    /// Counts a request of an open loop that is never sent, because too many others wait, and records its schedule
    /// delay: if the load tool noticed it late, the target may not be the reason.
    /// </summary>
    public void RecordDroppedRequest(long intendedStart)
    {
        OpenLoop?.CountDroppedRequests(1);
        GetStepCounters(intendedStart)?.CountDroppedRequests(1);
        RecordScheduleDelay(intendedStart, time.GetElapsedTime(intendedStart));
    }

    /// <summary>Counts a request of an open loop that is never sent, because the run was stopped.</summary>
    public void RecordAbandonedRequest(long intendedStart)
    {
        OpenLoop?.CountAbandonedRequests(1);
        GetStepCounters(intendedStart)?.CountAbandonedRequests(1);
    }

    /// <summary>
    /// Counts a request of an open loop as sent, and records its schedule delay. That of a request that waited for a
    /// connection was recorded when the request was queued.
    /// </summary>
    public void RecordSend(long intendedStart, long sent, bool foundFreeConnection)
    {
        OpenLoop?.CountSentRequest();
        GetStepCounters(intendedStart)?.CountSentRequest();
        if (foundFreeConnection)
            RecordScheduleDelay(intendedStart, time.GetElapsedTime(intendedStart, sent));
    }

    /// <summary>Counts a response and records its latency.</summary>
    public void RecordResponse(int kind, CompletedResponse reply, long intendedStart, long sent, long received)
    {
        var latency = time.GetElapsedTime(intendedStart, received);
        Counters.RecordResponse(reply, latency);
        if (CountersByKind.Count > 0)
            CountersByKind[kind].RecordResponse(reply, latency);
        var (due, end) = (time.GetElapsedTime(_startTimestamp, intendedStart), time.GetElapsedTime(
            _startTimestamp, received));
        Intervals?.RecordResponse(due, end, reply, latency);
        HeatMap.Add(end, latency);
        var serviceTime = time.GetElapsedTime(sent, received);
        OpenLoop?.ServiceTime.Record(serviceTime);
        GetStepCounters(intendedStart)?.ServiceTime.Record(serviceTime);
    }

    /// <summary>
    /// Records the phases of a request, whether the client opened a connection for it, and whether the client sent it
    /// more than once.
    /// </summary>
    public void RecordTrace(RequestTrace trace, long intendedStart, long sent, long? received)
    {
        if (trace.ResentRequests > 0)
            Interlocked.Add(ref _resentRequests, trace.ResentRequests);
        RecordTimings(Timings, trace, sent, received);
        if (Intervals?.GetTimings(time.GetElapsedTime(_startTimestamp, intendedStart)) is { } ofStep)
            RecordTimings(ofStep, trace, sent, received);
    }

    /// <summary>Counts a request that ended in a transport error.</summary>
    public void RecordFailure(int kind, RequestFailure failure, long intendedStart, long ended)
    {
        var (error, latency) = (failure.Kind, time.GetElapsedTime(intendedStart, ended));
        Counters.RecordFailure(error, latency, IncludesFailures);
        Intervals?.RecordFailure(time.GetElapsedTime(_startTimestamp, intendedStart), error, latency, IncludesFailures);
        if (CountersByKind.Count > 0)
            CountersByKind[kind].RecordFailure(error, latency, IncludesFailures);
        Failures.Record(failure);
    }

    /// <summary>Counts a request that had no complete response when the run was stopped.</summary>
    public void RecordUnfinishedRequest() => Interlocked.Increment(ref _unfinishedRequests);

    /// <summary>Adds the measurement of one burst to this measurement.</summary>
    public void AddBurst(Measurement burst, long released, TimeSpan duration)
    {
        var start = time.GetElapsedTime(_startTimestamp, released);
        Bursts =
        [
            .. Bursts,
            new BurstMeasurement(burst.Counters, burst.OpenLoop!, start, duration) { Progress = ReadBurst?.Invoke() },
        ];
        ReadBurst = null;
        AddCounters(burst);
        AddServiceTime(burst);
    }

    /// <summary>Combines consecutive measurements into one by adding up their counts and their durations.</summary>
    public static Measurement Combine(IReadOnlyList<Measurement> parts)
    {
        if (parts is [var only])
            return only;
        var kinds = parts.Select(part => part.CountersByKind.Count).DefaultIfEmpty(1).Max();
        var whole = new Measurement(TimeProvider.System, null, kinds)
        {
            HeatMap = HeatMap.Concat(parts.Select(part => part.HeatMap)),
        };
        foreach (var part in parts)
            whole.Add(part);
        return whole;
    }

    /// <summary>
    /// Adds the counts and the durations of a later measurement to this one. The heat map and the intervals are not
    /// added.
    /// </summary>
    public void Add(Measurement part)
    {
        AddCounters(part);
        AddServiceTime(part);
        Bursts = [.. Bursts, .. part.Bursts];
        if (part.OpenLoop is { } openLoop)
            (OpenLoop ??= new OpenLoopCounters(0)).Add(openLoop);
        _clock.Add(part._clock);
    }

    /// <summary>Records that a worker has sent its last request and received the last response.</summary>
    public void RecordWorkerEnd(long ended, TimeSpan minimum = default, TimeSpan? busy = null) =>
        _clock.RecordWorkerEnd(ended, minimum, busy);

    /// <summary>Gets the figures of the whole measurement, against which thresholds are evaluated.</summary>
    public MeasuredFigures GetFigures() => new(Counters, OpenLoop, ServiceTime, Timings, Goodput);

    private void RecordTimings(RequestTimings timings, RequestTrace trace, long sent, long? received)
    {
        if (trace.ConnectionOpening is { } opening)
            timings.RecordOpening(opening);
        if (received is not { } end)
            return;
        var firstByte = trace.FirstByteTimestamp == 0 ? end : trace.FirstByteTimestamp;
        timings.RecordAnswer(time.GetElapsedTime(sent, firstByte), time.GetElapsedTime(firstByte, end));
    }

    private void RecordScheduleDelay(long intendedStart, TimeSpan delay)
    {
        OpenLoop?.ScheduleDelay.Record(delay);
        GetStepCounters(intendedStart)?.ScheduleDelay.Record(delay);
    }

    private OpenLoopCounters? GetStepCounters(long intendedStart) =>
        Intervals?.GetOpenLoop(time.GetElapsedTime(_startTimestamp, intendedStart));

    private void AddServiceTime(Measurement part) =>
        (_serviceTimeOfParts ??= new LatencyHistogram()).Add(part.ServiceTime);

    private void AddCounters(Measurement part)
    {
        Counters.Add(part.Counters);
        Timings.Add(part.Timings);
        Failures.Add(part.Failures);
        Interlocked.Add(ref _resentRequests, part.ResentRequests);
        Interlocked.Add(ref _unfinishedRequests, part.UnfinishedRequests);
        for (var kind = 0; kind < part.CountersByKind.Count; kind++)
            CountersByKind[kind].Add(part.CountersByKind[kind]);
    }
}
