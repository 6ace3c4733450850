namespace TwoTier.Load.Metrics;

/// <summary>
/// Everything that is recorded while load is sent. The measurement starts when the object is created. Each thread
/// records into a <see cref="Metrics.Recorder"/> of its own: connections are many and threads are few, so that this
/// takes less memory than a recorder for each connection, and none is written by two threads. Whatever is read is the
/// sum at that moment.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "Complete() disposes of the ThreadLocal.")]
internal sealed class Measurement
{
    private readonly TimeProvider _time;
    private readonly long _started;
    private readonly ThreadLocal<Recorder> _ofThread;
    private readonly Lock _gate = new();

    // Each recorder has the thread that records into it; the first one has none at the start.
    private readonly List<Recorder> _recorders = [];
    private readonly List<Thread?> _owners = [null];
    private LatencyHistogram? _serviceTimeOfParts;
    private long _endedWorkers;
    private long _busyTicks;
    private long _lastTicks;

    public Measurement(TimeProvider time, int kinds = 1)
    {
        (_time, _started) = (time, time.GetTimestamp());
        _recorders.Add(new Recorder(time, _started, kinds));
        _ofThread = new ThreadLocal<Recorder>(TakeRecorder);
    }

    public Recorder Recorder => _ofThread.Value!;
    public RequestCounters Counters => Sum.Counters;
    public IReadOnlyList<RequestCounters> CountersByKind => Sum.CountersByKind;
    public RequestTimings Timings => Sum.Timings;

    public FailureMessages Failures { get; } = new();

    public long UnexpectedBytes => Sum.UnexpectedBytes;
    public long UnfinishedRequests => Sum.UnfinishedRequests;

    /// <summary>Null for a closed loop. Set before anything is sent.</summary>
    public OpenLoopCounters? OpenLoop
    {
        get => Sum.OpenLoop;
        set => _recorders[0].OpenLoop = value;
    }

    /// <summary>
    /// The times from the sending of each request to the last byte of its response. In an open loop and in bursts, the
    /// latencies count from an earlier time.
    /// </summary>
    public LatencyHistogram ServiceTime => GetServiceTime(Sum);

    /// <summary>In the order in which they were sent. <see cref="Counters"/> includes their requests.</summary>
    public IReadOnlyList<BurstMeasurement> Bursts { get; private set; } = [];

    /// <summary>The burst that is being sent, which counts already; null if none is.</summary>
    public Measurement? RunningBurst { get; set; }

    /// <summary>Null unless the load has rate steps, or a duration of at least a second. Set as above.</summary>
    public IntervalSeries? Intervals
    {
        get => GetSum(withIntervals: true).Intervals;
        set => _recorders[0].Intervals = value;
    }

    /// <summary>The seconds from the start of the measurement until the last worker ended.</summary>
    public double ElapsedSeconds => TimeSpan.FromTicks(Interlocked.Read(ref _lastTicks)).TotalSeconds;

    /// <summary>The connections of a closed or an open loop, or 1 for bursts.</summary>
    public int Workers { get; set; } = 1;

    /// <summary>
    /// The mean time for which a worker was busy so far, in seconds. A worker is busy from the start until its last
    /// response; in an open loop for the duration of the schedule, or until it sends its last request if that was
    /// queued for longer; in bursts during the bursts only.
    /// </summary>
    public double BusySeconds
    {
        get
        {
            var ended = Interlocked.Read(ref _endedWorkers);
            var running = Math.Max(0, Workers - ended);
            var runningTicks = running == 0 ? 0 : running * _time.GetElapsedTime(_started).Ticks;
            return TimeSpan.FromTicks(Interlocked.Read(ref _busyTicks) + runningTicks).TotalSeconds
                / (ended + running);
        }
    }

    /// <summary>
    /// The goodput so far: successful responses per second of <see cref="BusySeconds"/>. This is the only definition of
    /// throughput, for runs, turns, stages, thresholds and the events. A rate over <see cref="ElapsedSeconds"/>
    /// would depend on the slowest response: at the end, a worker that waits for the others sends nothing. Null if no
    /// time has passed.
    /// </summary>
    public double? Goodput => BusySeconds is > 0 and var busy ? Counters.Successes / busy : null;

    /// <summary>Whether a worker has ended, so that only the last responses of the others are still to come.</summary>
    public bool IsEnding => Interlocked.Read(ref _endedWorkers) > 0;

    // The intervals have many histograms, which nobody needs who watches a run.
    private Recorder Sum => GetSum(withIntervals: false);

    public void Complete()
    {
        var sum = GetSum(withIntervals: true);
        lock (_gate)
        {
            _recorders.Clear();
            _recorders.Add(sum);
        }

        _ofThread.Dispose();
    }

    public void AddRunningBurst(long released, TimeSpan duration)
    {
        lock (_gate)
        {
            var burst = RunningBurst!;
            burst.Complete();
            var start = _time.GetElapsedTime(_started, released);
            Bursts = [.. Bursts, new BurstMeasurement(burst.Counters, burst.OpenLoop!, start, duration)];
            RunningBurst = null;
            AddRequests(burst);
        }
    }

    /// <summary>
    /// Adds a later measurement to this one, except its intervals. The sum counts as one worker that has ended.
    /// </summary>
    public void Add(Measurement part)
    {
        AddRequests(part);
        Bursts = [.. Bursts, .. part.Bursts];
        if (part.OpenLoop is { } openLoop)
            (_recorders[0].OpenLoop ??= new OpenLoopCounters(0)).Add(openLoop);
        _busyTicks += TimeSpan.FromSeconds(part.BusySeconds).Ticks;
        _lastTicks += part._lastTicks;
        _endedWorkers = 1;
    }

    /// <summary>Records that a worker has received its last response. Workers may end concurrently.</summary>
    public void RecordWorkerEnd(long ended, TimeSpan minimum = default, TimeSpan? busy = null)
    {
        var ticks = Math.Max(_time.GetElapsedTime(_started, ended).Ticks, minimum.Ticks);
        Interlocked.Increment(ref _endedWorkers);
        Interlocked.Add(ref _busyTicks, busy?.Ticks ?? ticks);
        lock (_gate)
            _lastTicks = Math.Max(_lastTicks, ticks);
    }

    public MeasuredFigures GetFigures()
    {
        var sum = Sum;
        return new MeasuredFigures(sum.Counters, sum.OpenLoop, GetServiceTime(sum), Goodput);
    }

    private Recorder GetSum(bool withIntervals)
    {
        lock (_gate)
        {
            if (_recorders is [var only] && RunningBurst is null)
                return only;
            var sum = _recorders[0].CreateEmpty(withIntervals);
            foreach (var recorder in _recorders)
                sum.Add(recorder);
            if (RunningBurst is { } burst)
                sum.AddRequests(burst.Sum);
            return sum;
        }
    }

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

internal sealed record MeasuredFigures(
    RequestCounters Counters,
    OpenLoopCounters? OpenLoop,
    LatencyHistogram ServiceTime,
    double? Goodput)
{
    public RunParts? Parts { get; init; }
}
