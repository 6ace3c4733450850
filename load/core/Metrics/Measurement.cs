using System.Diagnostics.CodeAnalysis;

namespace TwoTier.Load.Metrics;

/// <summary>
/// Everything that is recorded while load is sent. The measurement starts when the object is created. Each thread
/// records into a <see cref="Metrics.Recorder"/> of its own: connections are many and threads are few, so that this
/// takes less memory than a recorder for each connection, and none is written by two threads. Whatever is read is the
/// sum at that moment.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "Complete disposes of what the threads have.")]
internal sealed class Measurement
{
    private readonly TimeProvider _time;
    private readonly long _started;
    private readonly WorkerClock _clock;
    private readonly ThreadLocal<Recorder> _ofThread;
    private readonly Lock _gate = new();

    // Each recorder has the thread that records into it; the first one has none at the start.
    private readonly List<Recorder> _recorders = [];
    private readonly List<Thread?> _owners = [null];
    private LatencyHistogram? _serviceTimeOfParts;

    public Measurement(
        TimeProvider time, TimeSpan? plannedDuration = null, int kinds = 1, bool includesFailures = false)
        : this(time, kinds, includesFailures, new HeatMap((int)((plannedDuration ?? default) / HeatMap.ColumnWidth)))
    {
    }

    private Measurement(TimeProvider time, int kinds, bool includesFailures, HeatMap heatMap)
    {
        (_time, _started, _clock) = (time, time.GetTimestamp(), new WorkerClock(time));
        _recorders.Add(new Recorder(time, _started, kinds, includesFailures, heatMap));
        _ofThread = new ThreadLocal<Recorder>(TakeRecorder);
    }

    /// <summary>The recorder of the current thread.</summary>
    public Recorder Recorder => _ofThread.Value!;

    /// <summary>The counters of all requests.</summary>
    public RequestCounters Counters => Sum.Counters;

    /// <summary>The counters of each kind of request; empty if all requests are of one kind.</summary>
    public IReadOnlyList<RequestCounters> CountersByKind => Sum.CountersByKind;

    /// <summary>The phases of the requests, from the opening of a connection to the last byte.</summary>
    public RequestTimings Timings => Sum.Timings;

    /// <summary>The reasons why requests failed, in words.</summary>
    public FailureMessages Failures { get; } = new();

    /// <summary>
    /// The number of requests that the HTTP client sent again on its own, and that the target may have processed twice.
    /// </summary>
    public long ResentRequests => Sum.ResentRequests;

    /// <summary>
    /// The number of requests that the HTTP client sent again because the target had not processed them, as it said.
    /// </summary>
    public long ReplayedRequests => Sum.ReplayedRequests;

    /// <summary>The number of requests that waited inside the HTTP client for a free stream.</summary>
    public long WaitingRequests => Sum.WaitingRequests;

    /// <summary>The fewest streams that the target allowed when a request waited for one; null without.</summary>
    public long? StreamLimit => Sum.StreamLimit;

    /// <summary>
    /// The number of connections that the client closed because the server had sent bytes that belong to no response.
    /// </summary>
    public long UnexpectedBytes => Sum.UnexpectedBytes;

    /// <summary>
    /// The number of requests that had no complete response when the run was stopped. They count neither as responses
    /// nor as errors.
    /// </summary>
    public long UnfinishedRequests => Sum.UnfinishedRequests;

    /// <summary>The counters that only an open loop has; null for a closed loop. Set before anything is sent.</summary>
    public OpenLoopCounters? OpenLoop
    {
        get => Sum.OpenLoop;
        set => _recorders[0].OpenLoop = value;
    }

    /// <summary>
    /// The service times of all requests: from the sending of a request to the last byte of its response. In an open
    /// loop and in bursts, the latencies count from an earlier time.
    /// </summary>
    public LatencyHistogram ServiceTime => GetServiceTime(Sum);

    /// <summary>
    /// The bursts in the order in which they were sent. <see cref="Counters"/> includes their requests.
    /// </summary>
    public IReadOnlyList<BurstMeasurement> Bursts { get; private set; } = [];

    /// <summary>Reads how far the running burst is; null if none runs, or if it is too large to be shown.</summary>
    public Func<IReadOnlyList<BurstProgress>>? ReadBurst { get; set; }

    /// <summary>
    /// The request counters by time interval; null unless the load has rate steps or lasts at least a minute. Set
    /// before anything is sent.
    /// </summary>
    public IntervalSeries? Intervals
    {
        get => Sum.Intervals;
        set => _recorders[0].Intervals = value;
    }

    /// <summary>The pauses of the load tool itself.</summary>
    public ToolPauses Pauses { get; private set; } = ToolPauses.None;

    /// <summary>The heat map of the responses by time and latency; empty if no duration was planned.</summary>
    public HeatMap HeatMap => Sum.HeatMap;

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

    private Recorder Sum
    {
        get
        {
            lock (_gate)
            {
                if (_recorders is [var only])
                    return only;
                var sum = _recorders[0].CreateEmpty();
                foreach (var recorder in _recorders)
                    sum.Add(recorder);
                return sum;
            }
        }
    }

    /// <summary>Adds up the recorders of all threads, none of which records any more.</summary>
    public void Complete()
    {
        var sum = Sum;
        lock (_gate)
        {
            _recorders.Clear();
            _recorders.Add(sum);
        }

        _ofThread.Dispose();
    }

    /// <summary>Adds the measurement of one burst to this measurement.</summary>
    public void AddBurst(Measurement burst, long released, TimeSpan duration)
    {
        burst.Complete();
        var start = _time.GetElapsedTime(_started, released);
        Bursts =
        [
            .. Bursts,
            new BurstMeasurement(burst.Counters, burst.OpenLoop!, start, duration) { Progress = ReadBurst?.Invoke() },
        ];
        ReadBurst = null;
        AddRequests(burst);
    }

    /// <summary>Combines consecutive measurements into one by adding up their counts and their durations.</summary>
    public static Measurement Combine(IReadOnlyList<Measurement> parts)
    {
        if (parts is [var only])
            return only;
        var kinds = parts.Select(part => part.CountersByKind.Count).DefaultIfEmpty(1).Max();
        var heatMap = HeatMap.Concat([.. parts.Select(part => part.HeatMap)]);
        var whole = new Measurement(TimeProvider.System, kinds, false, heatMap);
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
        AddRequests(part);
        Bursts = [.. Bursts, .. part.Bursts];
        Pauses = Pauses.Add(part.Pauses);
        if (part.OpenLoop is { } openLoop)
            (_recorders[0].OpenLoop ??= new OpenLoopCounters(0)).Add(openLoop);
        _clock.Add(part._clock);
    }

    /// <summary>Records that a worker has sent its last request and received the last response.</summary>
    public void RecordWorkerEnd(long ended, TimeSpan minimum = default, TimeSpan? busy = null) =>
        _clock.RecordWorkerEnd(ended, minimum, busy);

    /// <summary>Records that the load tool stood still while it sent the load. One thread records.</summary>
    public void RecordPause(TimeSpan duration, int requests) =>
        Pauses = Pauses.Add(new ToolPauses(1, duration.TotalSeconds, duration.TotalSeconds, requests));

    /// <summary>Gets the figures of the whole measurement, against which thresholds are evaluated.</summary>
    public MeasuredFigures GetFigures() => GetFigures(Sum);

    private MeasuredFigures GetFigures(Recorder sum) =>
        new(sum.Counters, sum.OpenLoop, GetServiceTime(sum), sum.Timings, Goodput);

    private LatencyHistogram GetServiceTime(Recorder sum) =>
        _serviceTimeOfParts ?? sum.OpenLoop?.ServiceTime ?? sum.Counters.Latency;

    private void AddRequests(Measurement part)
    {
        var sum = part.Sum;
        _recorders[0].AddRequests(sum);
        Failures.Add(part.Failures);
        (_serviceTimeOfParts ??= new LatencyHistogram()).Add(part.GetServiceTime(sum));
    }

    // Threads come and go during a long run. A thread takes over the recorder of one that has ended.
    private Recorder TakeRecorder()
    {
        lock (_gate)
        {
            var free = _owners.FindIndex(owner => owner is not { IsAlive: true });
            if (free < 0)
            {
                free = _owners.Count;
                _recorders.Add(_recorders[0].CreateEmpty());
                _owners.Add(null);
            }

            _owners[free] = Thread.CurrentThread;
            return _recorders[free];
        }
    }
}
