namespace TwoTier.Load.Metrics;

/// <summary>
/// What one thread records while load is sent. Only that thread writes, so that recording needs no locks and no shared
/// cache lines. Others may read at the same time.
/// </summary>
internal sealed class Recorder(TimeProvider time, long started, int kinds, HeatMap heatMap)
{
    public RequestCounters Counters { get; } = new();

    /// <summary>Empty if all requests are of one kind.</summary>
    public RequestCounters[] CountersByKind { get; } =
        [.. Enumerable.Range(0, kinds > 1 ? kinds : 0).Select(_ => new RequestCounters())];

    public RequestTimings Timings { get; } = new();

    public HeatMap HeatMap => heatMap;

    public OpenLoopCounters? OpenLoop { get; set; }
    public IntervalSeries? Intervals { get; set; }

    /// <summary>The number of connections that were closed because the server sent bytes of no response.</summary>
    public long UnexpectedBytes { get; private set; }

    /// <summary>Without a complete response when the run was stopped: neither responses nor errors.</summary>
    public long UnfinishedRequests { get; private set; }

    public Recorder CreateEmpty(bool withIntervals = true) => new(
        time, started, kinds, new HeatMap(heatMap.ColumnCount))
    {
        OpenLoop = OpenLoop is null ? null : new OpenLoopCounters(0),
        Intervals = withIntervals ? Intervals?.CreateEmpty() : null,
    };

    public void RecordArrival(long due)
    {
        OpenLoop?.ArrivedRequests += 1;
        GetStep(due)?.ArrivedRequests += 1;
    }

    /// <summary>Counts a request that is being queued, and records its schedule delay, which ends now.</summary>
    public void RecordQueuedRequest(long due)
    {
        OpenLoop?.QueuedRequests += 1;
        GetStep(due)?.QueuedRequests += 1;
        RecordScheduleDelay(due, time.GetTimestamp());
    }

    public void RecordDroppedRequest(long due)
    {
        OpenLoop?.DroppedRequests += 1;
        GetStep(due)?.DroppedRequests += 1;
        RecordScheduleDelay(due, time.GetTimestamp());
    }

    public void RecordAbandonedRequest(long due)
    {
        OpenLoop?.AbandonedRequests += 1;
        GetStep(due)?.AbandonedRequests += 1;
    }

    /// <summary>Counts a request as sent, and records its schedule delay unless it was queued before.</summary>
    public void RecordSend(long due, long sent, bool foundFreeConnection)
    {
        OpenLoop?.SentRequests += 1;
        GetStep(due)?.SentRequests += 1;
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
        HeatMap.Add(end, latency);
        var serviceTime = time.GetElapsedTime(sent, received);
        OpenLoop?.RecordServiceTime(serviceTime, trace.WasQueued);
        Intervals?.RecordResponse(time.GetElapsedTime(started, due), end, reply, latency);
        GetStep(due)?.ServiceTime.Record(serviceTime);
        var firstByte =
            trace.FirstByteTimestamp == 0 ? serviceTime : time.GetElapsedTime(sent, trace.FirstByteTimestamp);
        RecordTrace(trace, due, (firstByte, serviceTime - firstByte));
    }

    public void RecordFailure(int kind, TransportError error, RequestTrace trace, long due, long sent, long ended)
    {
        var (latency, serviceTime) = (time.GetElapsedTime(due, ended), time.GetElapsedTime(sent, ended));
        Counters.RecordFailure(error, latency);
        if (CountersByKind.Length > 0)
            CountersByKind[kind].RecordFailure(error, latency);
        OpenLoop?.RecordServiceTime(serviceTime, trace.WasQueued);
        Intervals?.RecordFailure(time.GetElapsedTime(started, due), error, latency);
        GetStep(due)?.ServiceTime.Record(serviceTime);
        RecordTrace(trace, due, null);
    }

    public void RecordUnfinishedRequest(RequestTrace trace, long due)
    {
        UnfinishedRequests++;
        RecordTrace(trace, due, null);
    }

    /// <summary>Adds what another recorder has recorded, except its open loop, intervals and heat map.</summary>
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
        HeatMap.Add(other.HeatMap);
        if (other.OpenLoop is { } openLoop)
            OpenLoop?.Add(openLoop);
        if (other.Intervals is { } intervals)
            Intervals?.Add(intervals);
    }

    private void RecordTrace(RequestTrace trace, long due, (TimeSpan FirstByte, TimeSpan Body)? answer)
    {
        UnexpectedBytes += trace.HasUnexpectedBytes ? 1 : 0;
        Timings.Record(trace, answer);
        Steps?.GetStep(time.GetElapsedTime(started, due))?.Timings.Record(trace, answer);
    }

    private void RecordScheduleDelay(long due, long ended)
    {
        var delay = time.GetElapsedTime(due, ended);
        OpenLoop?.ScheduleDelay.Record(delay);
        GetStep(due)?.ScheduleDelay.Record(delay);
    }

    private IntervalSeries? Steps => Intervals is { StepCount: > 0 } ? Intervals : null;

    private OpenLoopCounters? GetStep(long due) => Steps?.GetStep(time.GetElapsedTime(started, due))?.OpenLoop;
}

/// <summary>
/// Counts responses in a grid: one axis is the time at which a response arrived, the other its latency on a logarithmic
/// scale. One thread adds; others may read at the same time.
/// </summary>
internal sealed class HeatMap(int columns)
{
    public const int RowCount = 40;

    /// <summary>The lower end of the scale. A lower latency is counted in the first row.</summary>
    public const double LowestMs = 0.1;

    /// <summary>The upper end of the scale. A higher latency is counted in the last row.</summary>
    public const double HighestMs = 10_000;

    public static readonly TimeSpan ColumnWidth = TimeSpan.FromMilliseconds(250);

    private static readonly double RowsPerUnit = RowCount / Math.Log(HighestMs / LowestMs);

    // A column is allocated when the first response falls into it.
    private readonly long[]?[] _columns = new long[]?[columns];

    public int ColumnCount => columns;

    /// <summary>Appends several heat maps in order. The result is empty if any of the heat maps is empty.</summary>
    public static HeatMap Concat(IReadOnlyList<HeatMap> parts)
    {
        var all = parts.SelectMany(part => part._columns).ToArray();
        var whole = new HeatMap(parts.Any(part => part.ColumnCount == 0) ? 0 : all.Length);
        all.AsSpan(0, whole.ColumnCount).CopyTo(whole._columns);
        return whole;
    }

    public void Add(TimeSpan sinceStart, TimeSpan latency)
    {
        var column = sinceStart.Ticks / ColumnWidth.Ticks;
        if (column < _columns.Length)
            (_columns[column] ??= new long[RowCount])[GetRow(latency.TotalMilliseconds)]++;
    }

    /// <summary>Adds the counts of another heat map with the same number of columns.</summary>
    public void Add(HeatMap other)
    {
        for (var column = 0; column < _columns.Length; column++)
        {
            for (var row = 0; other._columns[column] is { } counts && row < RowCount; row++)
                (_columns[column] ??= new long[RowCount])[row] += counts[row];
        }
    }

    /// <summary>Gets the columns in order of time. Each starts with the lowest latency range.</summary>
    public IEnumerable<long[]> GetColumns() => _columns.Select(column => column ?? new long[RowCount]);

    public string Encode() => string.Join('|', GetColumns().Select(column => string.Join(' ', column)));

    private static int GetRow(double ms) => (int)Math.Clamp(Math.Log(ms / LowestMs) * RowsPerUnit, 0, RowCount - 1);
}
