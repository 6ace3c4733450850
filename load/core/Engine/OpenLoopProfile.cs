namespace TwoTier.Load.Engine;

/// <summary>
/// An open loop: each arrival (due request) is sent on a free connection, from the pacer's thread and independently of
/// the responses. If none is free, a further one is opened, up to the limit. Beyond it, the arrival is queued; if the
/// queue is full, it is dropped.
/// </summary>
internal sealed record OpenLoopProfile(
    int Connections, RequestSchedule Schedule, string RateDescription)
    : LoadProfile("open", Connections)
{
    /// <summary>The limit unless the user sets one: more than most targets answer at a time.</summary>
    public const int DefaultConnections = 1_000;

    // A warm-up drops the requests that are still queued at its end, instead of waiting for them.
    private bool IsWarmup { get; init; }

    /// <summary>The number of requests that may wait for a connection.</summary>
    public int QueueLimit { get; init; } = 10_000;

    /// <summary>Blocks the pacer's thread. Tests replace it.</summary>
    public Action<TimeSpan> Sleep { get; init; } = PreciseSleep.Sleep;

    public override string Description => $"open loop, {RateDescription}";

    public override TimeSpan? Duration => Schedule.Duration;

    public override LoadModel DescribeModel() => base.DescribeModel() with
    {
        RatePerS = RoundToFiveDigits(Schedule.MeanRate),
    };

    public override LoadProfile CreateWarmup(TimeSpan duration) =>
        this with { Schedule = new RequestSchedule([Schedule.MeanRate], duration), IsWarmup = true };

    public override LoadProfile WithDuration(TimeSpan duration) =>
        this with { Schedule = Schedule.WithDuration(duration) };

    public override Measurement CreateMeasurement(RunContext context)
    {
        var measurement = base.CreateMeasurement(context);
        measurement.OpenLoop = new OpenLoopCounters(Schedule.Count);
        return measurement;
    }

    public override IntervalSeries? CreateIntervals() => Schedule.StepRates is { } rates
        ? new IntervalSeries(Schedule.Duration / rates.Count, rates)
        : base.CreateIntervals();

    public override async Task SendAsync(
        RunContext context, Measurement measurement, long firstIndex, CancellationToken stop)
    {
        var time = context.Time;
        var started = time.GetTimestamp();
        var sender = new OpenLoopSender(
            measurement, () => context.CreateConnection(measurement), Connections, QueueLimit);
        await new OpenLoopPacer(Schedule, firstIndex, time, Sleep, stop).RunAsync(sender.Send);

        // The schedule lasts until its planned end, even if its last response arrives earlier.
        var scheduled = stop.IsCancellationRequested ? time.GetElapsedTime(started) : Schedule.Duration;
        sender.Close();
        await using (stop.Register(() => sender.Drain(measurement.Recorder.RecordAbandonedRequest)))
        {
            await sender.Completion
                .WaitAsync(IsWarmup ? TimeSpan.Zero : context.Timeout, time, CancellationToken.None)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            sender.Drain(measurement.Recorder.RecordDroppedRequest);
            await sender.Completion;
        }

        measurement.Workers = sender.Connections.Count;
        foreach (var connection in sender.Connections)
        {
            // The goodput is per second of the schedule, or longer if requests were still queued at its end.
            var sending = time.GetElapsedTime(started, connection.LastRequestStart ?? started);
            measurement.RecordWorkerEnd(
                connection.LastRequestEnd ?? started, scheduled, sending > scheduled ? sending : scheduled);
            connection.Dispose();
        }

        measurement.Complete();
    }
}

/// <summary>
/// Assigns the arrivals of an open loop to free connections, and queues the arrivals that find none. One lock guards
/// both the connections and the queue, so that no arrival waits while a connection is free.
/// </summary>
internal sealed class OpenLoopSender
{
    private readonly Measurement _measurement;
    private readonly Func<Connection> _connect;
    private readonly int _maxConnections;
    private readonly int _queueLimit;
    private readonly Lock _gate = new();
    private readonly List<Connection> _connections;
    private readonly Stack<Connection> _freeConnections;
    private readonly Queue<Arrival> _waitingArrivals = new();
    private readonly TaskCompletionSource _completion = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private bool _isClosed;

    public OpenLoopSender(Measurement measurement, Func<Connection> connect, int maxConnections, int queueLimit)
    {
        (_measurement, _connect, _maxConnections, _queueLimit) = (measurement, connect, maxConnections, queueLimit);
        _connections = [connect()];
        _freeConnections = new(_connections);
    }

    /// <summary>The connections that were needed, at least one. Complete when the sender is.</summary>
    public IReadOnlyList<Connection> Connections => _connections;

    /// <summary>Completes when the sender is closed, no arrival waits and every connection is free.</summary>
    public Task Completion => _completion.Task;

    public void Send(Arrival arrival)
    {
        if (_completion.Task.Exception is { } failure)
            throw failure.InnerException!;
        var recorder = _measurement.Recorder;
        recorder.RecordArrival(arrival.Due);
        Connection? connection;
        bool isQueued;
        lock (_gate)
        {
            if (!_freeConnections.TryPop(out connection) && _connections.Count < _maxConnections)
                _connections.Add(connection = _connect());
            isQueued = connection is null && _waitingArrivals.Count < _queueLimit;
            if (isQueued)
                _waitingArrivals.Enqueue(arrival);
        }

        if (connection is not null)
            _ = SendArrivalsAsync(connection, arrival);
        else if (isQueued)
            recorder.RecordQueuedRequest(arrival.Due);
        else
            recorder.RecordDroppedRequest(arrival.Due);
    }

    public void Close()
    {
        lock (_gate)
        {
            _isClosed = true;
            CompleteIfIdle();
        }
    }

    public void Drain(Action<long> record)
    {
        Arrival[] waiting;
        lock (_gate)
        {
            waiting = [.. _waitingArrivals];
            _waitingArrivals.Clear();
        }

        foreach (var arrival in waiting)
            record(arrival.Due);
    }

    private async Task SendArrivalsAsync(Connection connection, Arrival arrival)
    {
        try
        {
            for (var isFree = true; isFree || TryGetNextOrRelease(connection, out arrival); isFree = false)
            {
                var request = connection.Prepare(arrival.Index);
                connection.Record(await connection.StartAsync(request, arrival.Due, isFree).ConfigureAwait(false));
            }
        }
        catch (Exception e)
        {
            // Nothing awaits the task that sends requests; otherwise the run would wait forever.
            _completion.TrySetException(e);
        }
    }

    private bool TryGetNextOrRelease(Connection connection, out Arrival arrival)
    {
        lock (_gate)
        {
            if (_waitingArrivals.TryDequeue(out arrival))
                return true;
            _freeConnections.Push(connection);
            CompleteIfIdle();
            return false;
        }
    }

    private void CompleteIfIdle()
    {
        if (_isClosed && _freeConnections.Count == _connections.Count)
            _completion.TrySetResult();
    }
}

/// <summary>
/// Calls back when each request of an open loop is due, independently of the responses. The pacer has a dedicated
/// thread, because timers and the thread pool are late by milliseconds.
/// </summary>
internal sealed class OpenLoopPacer(
    RequestSchedule schedule, long firstIndex, TimeProvider time, Action<TimeSpan> sleep, CancellationToken stop)
{
    // So short that a low arrival rate does not delay a stop.
    private static readonly TimeSpan MaxSleep = TimeSpan.FromMilliseconds(50);

    public Task RunAsync(Action<Arrival> onArrival) => Task.Factory.StartNew(
        () => PaceArrivals(onArrival), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    private void PaceArrivals(Action<Arrival> onArrival)
    {
        RealtimeThread.PrioritizeCurrentThread();
        var started = time.GetTimestamp();
        var timestampsPerTick = (double)time.TimestampFrequency / TimeSpan.TicksPerSecond;
        var index = firstIndex;
        foreach (var due in schedule.GetDueTimes())
        {
            for (TimeSpan remaining; (remaining = due - time.GetElapsedTime(started)) > TimeSpan.Zero;)
            {
                if (stop.IsCancellationRequested)
                    return;
                sleep(remaining < MaxSleep ? remaining : MaxSleep);
            }

            if (stop.IsCancellationRequested)
                return;
            onArrival(new Arrival(index++, started + (long)(due.Ticks * timestampsPerTick)));
        }
    }
}
