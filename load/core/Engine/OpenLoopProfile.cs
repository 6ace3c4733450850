namespace TwoTier.Load.Engine;

/// <summary>
/// An open loop: each arrival (due request) is sent on a free connection, from the pacer's thread and independently of
/// the responses. Without a free connection, it is queued; if the queue is full, it is dropped.
/// </summary>
internal sealed record OpenLoopProfile(
    int Connections, RequestSchedule Schedule, string RateDescription, int QueueLimit)
    : LoadProfile(Connections)
{
    // A warm-up drops the requests that are still queued at its end, instead of waiting for them.
    private bool IsWarmup { get; init; }

    /// <summary>Blocks the pacer's thread. Tests replace it.</summary>
    public Action<TimeSpan> Sleep { get; init; } = PreciseSleep.Sleep;

    public override string Model => "open";

    public override string Description => $"open loop, {RateDescription}";

    public override TimeSpan? Duration => Schedule.Duration;

    public override LoadProfile CreateWarmup(TimeSpan duration) =>
        this with { Schedule = new RampSchedule(Schedule.MeanRate, Schedule.MeanRate, duration), IsWarmup = true };

    public override LoadProfile WithDuration(TimeSpan duration) =>
        this with { Schedule = Schedule.WithDuration(duration) };

    public override LoadProfile ForRound(int round) => this with { Schedule = Schedule.ForRound(round) };

    public override Measurement CreateMeasurement(RunContext context)
    {
        var measurement = base.CreateMeasurement(context);
        measurement.OpenLoop = new OpenLoopCounters(Schedule.Count);
        return measurement;
    }

    public override IntervalSeries? CreateIntervals() => Schedule.StepRates is { } rates
        ? new IntervalSeries(Schedule.Duration / rates.Count, rates)
        : base.CreateIntervals();

    protected override async Task SendRequestsAsync(
        RunContext context, Measurement measurement, long firstIndex, CancellationToken stop)
    {
        var time = context.Time;
        measurement.Workers = Concurrency;
        var started = time.GetTimestamp();
        var all = Enumerable.Range(0, Concurrency).Select(_ => context.CreateConnection(measurement)).ToArray();
        var queue = new ConnectionQueue<Connection>(all, QueueLimit);
        await new OpenLoopPacer(Schedule, firstIndex, time, Sleep, stop)
            .RunAsync(arrival => Dispatch(arrival, queue, measurement));

        // The schedule lasts until its planned end, even if its last response arrives earlier.
        var scheduled = stop.IsCancellationRequested ? time.GetElapsedTime(started) : Schedule.Duration;
        queue.Close();
        if (stop.IsCancellationRequested)
            Abandon();
        await using (stop.Register(Abandon))
        {
            await queue.Completion
                .WaitAsync(IsWarmup ? TimeSpan.Zero : context.Timeout, time, CancellationToken.None)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            foreach (var arrival in queue.Drain())
                measurement.Recorder.RecordDroppedRequest(arrival.Due);
            await queue.Completion;
        }

        foreach (var connection in all)
        {
            // The goodput is per second of the schedule, or longer if requests were still queued at its end.
            var sending = time.GetElapsedTime(started, connection.LastRequestStart ?? started);
            measurement.RecordWorkerEnd(
                connection.LastRequestEnd ?? started, scheduled, sending > scheduled ? sending : scheduled);
            connection.Dispose();
        }

        measurement.Complete();

        void Abandon()
        {
            foreach (var arrival in queue.Drain())
                measurement.Recorder.RecordAbandonedRequest(arrival.Due);
        }
    }

    private static void Dispatch(Arrival arrival, ConnectionQueue<Connection> queue, Measurement measurement)
    {
        queue.ThrowIfFailed();
        measurement.Recorder.RecordArrival(arrival.Due);
        switch (queue.TryAcquire(arrival, out var connection))
        {
            case QueueDecision.Acquired:
                _ = SendArrivalsAsync(connection!, arrival, queue);
                break;
            case QueueDecision.Queued:
                measurement.Recorder.RecordQueuedRequest(arrival.Due);
                break;
            case QueueDecision.Dropped:
                measurement.Recorder.RecordDroppedRequest(arrival.Due);
                break;
        }
    }

    private static async Task SendArrivalsAsync(
        Connection connection, Arrival arrival, ConnectionQueue<Connection> queue)
    {
        try
        {
            await connection.SendAsync(arrival.Index, arrival.Due, foundFreeConnection: true);
            while (queue.TryGetNextOrRelease(connection, out arrival))
                await connection.SendAsync(arrival.Index, arrival.Due);
        }
        catch (Exception e)
        {
            // Nothing awaits the task that sends requests, so its exception is passed to the queue; otherwise the run
            // would wait forever.
            queue.Fail(e);
        }
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
