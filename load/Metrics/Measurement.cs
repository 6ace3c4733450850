using Load.Http;

namespace Load.Metrics;

/// <summary>What happened in one stretch of load, and when; any number of workers may record.</summary>
/// <param name="time">Gives the timestamps; the stretch starts now.</param>
/// <param name="window">Planned length, where it is known: replies are then counted by quarter of a second too.</param>
/// <param name="kinds">Of requests; where there are several, each is counted by itself too.</param>
internal sealed class Measurement(TimeProvider time, TimeSpan? window = null, int kinds = 1)
{
    private readonly long _started = time.GetTimestamp();
    private long _workers;
    private long _workerTicks;
    private long _lastTicks;

    public RequestCounters Counters { get; } = new();

    /// <summary>Of each kind of request, where there are several; the tally has them all.</summary>
    public IReadOnlyList<RequestCounters> CountersByKind { get; } = [.. Enumerable.Range(0, kinds > 1 ? kinds : 0).Select(_ => new RequestCounters())];

    /// <summary>Of an open loop only.</summary>
    public OpenLoopCounters? OpenLoop { get; set; }

    /// <summary>Of bursts only, in their order; the tally has them all.</summary>
    public IReadOnlyList<BurstMeasurement> Bursts { get; private set; } = [];

    /// <summary>Of a run that has steps, or is long.</summary>
    public IntervalSeries? Intervals { get; set; }

    public HeatMap HeatMap { get; private init; } = new((int)((window ?? TimeSpan.Zero) / HeatMap.ColumnWidth));

    /// <summary>Seconds until the last worker was done.</summary>
    public double ElapsedSeconds => TimeSpan.FromTicks(Interlocked.Read(ref _lastTicks)).TotalSeconds;

    /// <summary>
    /// Seconds that the workers were busy, on average. A worker that waits for the others at the end sends nothing, so
    /// a rate over <see cref="ElapsedSeconds"/> would be too low by up to one latency, most for the slowest variant.
    /// </summary>
    public double BusySeconds =>
        _workers == 0 ? 0 : TimeSpan.FromTicks(Interlocked.Read(ref _workerTicks)).TotalSeconds / _workers;

    /// <summary>A worker has nothing more to send: what is still to come are the others' last replies.</summary>
    public bool IsEnding => Interlocked.Read(ref _workers) > 0;

    /// <summary>Successful responses per second until now, of a stretch that is under way.</summary>
    public double GoodputSoFar => Counters.Successes / time.GetElapsedTime(_started).TotalSeconds;

    /// <summary>In an open loop; the intended start is a timestamp too.</summary>
    /// <param name="intendedStart">Intended start.</param>
    /// <param name="sent">Actual start.</param>
    /// <param name="foundFreeConnection">It did not have to wait for a connection.</param>
    public void RecordSend(long intendedStart, long sent, bool foundFreeConnection)
    {
        OpenLoop?.CountSent();
        if (foundFreeConnection)
            OpenLoop?.ScheduleDelay.Record(time.GetElapsedTime(intendedStart, sent));
    }

    /// <param name="kind">Of the request.</param>
    /// <param name="reply">What came.</param>
    /// <param name="intendedStart">From which the latency counts; in a closed loop the actual start.</param>
    /// <param name="sent">Actual start.</param>
    /// <param name="received">The last byte.</param>
    public void RecordReply(int kind, Reply reply, long intendedStart, long sent, long received)
    {
        var latency = time.GetElapsedTime(intendedStart, received);
        Counters.RecordReply(reply, latency);
        if (CountersByKind.Count > 0)
            CountersByKind[kind].RecordReply(reply, latency);
        Intervals?.RecordReply(time.GetElapsedTime(_started, intendedStart), time.GetElapsedTime(_started, received), reply, latency);
        HeatMap.Add(time.GetElapsedTime(_started, received), latency);
        OpenLoop?.ServiceTime.Record(time.GetElapsedTime(sent, received));
    }

    /// <param name="kind">Of the request.</param>
    /// <param name="error">What came instead of a reply.</param>
    /// <param name="intendedStart">As of a reply.</param>
    public void RecordFailure(int kind, TransportError error, long intendedStart)
    {
        Counters.RecordFailure(error);
        Intervals?.RecordFailure(time.GetElapsedTime(_started, intendedStart), error);
        if (CountersByKind.Count > 0)
            CountersByKind[kind].RecordFailure(error);
    }

    /// <summary>Counts another one's requests too, as a burst of that length.</summary>
    public void AddBurst(Measurement burst, long released, TimeSpan duration)
    {
        Bursts = [.. Bursts, new BurstMeasurement(burst.Counters, time.GetElapsedTime(_started, released), duration)];
        AddCounters(burst);
    }

    /// <summary>Several stretches as one: counts and times are added up.</summary>
    public static Measurement Combine(IReadOnlyList<Measurement> parts)
    {
        if (parts is [var only])
            return only;
        var whole = new Measurement(TimeProvider.System, null, parts.Select(part => part.CountersByKind.Count).DefaultIfEmpty(1).Max())
        {
            HeatMap = HeatMap.Concat(parts.Select(part => part.HeatMap)),
        };
        foreach (var part in parts)
        {
            whole.AddCounters(part);
            whole.Bursts = [.. whole.Bursts, .. part.Bursts];
            if (part.OpenLoop is { } arrivals)
                (whole.OpenLoop ??= new OpenLoopCounters(0)).Add(arrivals);
            whole._workerTicks += TimeSpan.FromSeconds(part.BusySeconds).Ticks;
            whole._lastTicks += part._lastTicks;
        }

        whole._workers = 1;
        return whole;
    }

    /// <param name="at">When it was done.</param>
    /// <param name="atLeast">A schedule lasts to its end, and not just to its last request.</param>
    public void RecordWorkerEnd(long at, TimeSpan atLeast = default)
    {
        var ticks = Math.Max(time.GetElapsedTime(_started, at).Ticks, atLeast.Ticks);
        Interlocked.Increment(ref _workers);
        Interlocked.Add(ref _workerTicks, ticks);
        for (var seen = Interlocked.Read(ref _lastTicks); ticks > seen; seen = Interlocked.Read(ref _lastTicks))
            Interlocked.CompareExchange(ref _lastTicks, ticks, seen);
    }

    private void AddCounters(Measurement part)
    {
        Counters.Add(part.Counters);
        for (var kind = 0; kind < part.CountersByKind.Count; kind++)
            CountersByKind[kind].Add(part.CountersByKind[kind]);
    }
}
