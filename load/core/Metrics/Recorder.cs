namespace TwoTier.Load.Metrics;

/// <summary>
/// What one thread records while load is sent. Only that thread writes, so that recording needs no locks and no shared
/// cache lines. Others may read at the same time.
/// </summary>
internal sealed class Recorder(TimeProvider time, long started, int kinds, bool includesFailures, HeatMap heatMap)
{
    /// <summary>The counters of all requests.</summary>
    public RequestCounters Counters { get; } = new();

    /// <summary>The counters of each kind of request; empty if all requests are of one kind.</summary>
    public RequestCounters[] CountersByKind { get; } =
        [.. Enumerable.Range(0, kinds > 1 ? kinds : 0).Select(_ => new RequestCounters())];

    /// <summary>The phases of the requests, from the opening of a connection to the last byte.</summary>
    public RequestTimings Timings { get; } = new();

    /// <summary>The heat map of the responses by time and latency.</summary>
    public HeatMap HeatMap => heatMap;

    /// <summary>The counters that only an open loop has; null for a closed loop.</summary>
    public OpenLoopCounters? OpenLoop { get; set; }

    /// <summary>The counters by time interval; null if there are no intervals.</summary>
    public IntervalSeries? Intervals { get; set; }

    /// <summary>
    /// The number of requests that the HTTP client sent again on its own, and that the target may have processed twice.
    /// </summary>
    public long ResentRequests { get; private set; }

    /// <summary>
    /// The number of requests that the HTTP client sent again because the target had not processed them, as it said.
    /// </summary>
    public long ReplayedRequests { get; private set; }

    /// <summary>The number of requests that waited inside the HTTP client for a free stream.</summary>
    public long WaitingRequests { get; private set; }

    /// <summary>The fewest streams that the target allowed when a request waited for one; null without.</summary>
    public long? StreamLimit { get; private set; }

    /// <summary>The number of connections that were closed because the server sent bytes of no response.</summary>
    public long UnexpectedBytes { get; private set; }

    /// <summary>The number of requests that had no complete response when the run was stopped.</summary>
    public long UnfinishedRequests { get; private set; }

    /// <summary>Creates a recorder of the same kind, in which nothing is recorded.</summary>
    public Recorder CreateEmpty() => new(time, started, kinds, includesFailures, new HeatMap(heatMap.ColumnCount))
    {
        OpenLoop = OpenLoop is null ? null : new OpenLoopCounters(0),
        Intervals = Intervals?.CreateEmpty(),
    };

    /// <summary>Counts a request of an open loop that has become due.</summary>
    public void RecordArrival(long due)
    {
        OpenLoop?.CountArrival();
        GetStep(due)?.CountArrival();
    }

    /// <summary>Counts a request that is being queued, and records its schedule delay, which ends now.</summary>
    public void RecordQueuedRequest(long due)
    {
        OpenLoop?.CountQueuedRequest();
        GetStep(due)?.CountQueuedRequest();
        RecordScheduleDelay(due, time.GetTimestamp());
    }

    /// <summary>Counts a request that is never sent, and records its schedule delay.</summary>
    public void RecordDroppedRequest(long due)
    {
        OpenLoop?.CountDroppedRequests(1);
        GetStep(due)?.CountDroppedRequests(1);
        RecordScheduleDelay(due, time.GetTimestamp());
    }

    /// <summary>Counts a request that is never sent, because the run was stopped.</summary>
    public void RecordAbandonedRequest(long due)
    {
        OpenLoop?.CountAbandonedRequests(1);
        GetStep(due)?.CountAbandonedRequests(1);
    }

    /// <summary>Counts a request as sent, and records its schedule delay unless it was queued before.</summary>
    public void RecordSend(long due, long sent, bool foundFreeConnection)
    {
        OpenLoop?.CountSentRequest();
        GetStep(due)?.CountSentRequest();
        if (foundFreeConnection)
            RecordScheduleDelay(due, sent);
    }

    /// <summary>Counts a response, and records its latency and its phases.</summary>
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
        OpenLoop?.ServiceTime.Record(serviceTime);
        if (Intervals is not null)
        {
            Intervals.RecordResponse(time.GetElapsedTime(started, due), end, reply, latency);
            GetStep(due)?.ServiceTime.Record(serviceTime);
        }

        var firstByte =
            trace.FirstByteTimestamp == 0 ? serviceTime : time.GetElapsedTime(sent, trace.FirstByteTimestamp);
        RecordTrace(trace, due, (firstByte, serviceTime - firstByte));
    }

    /// <summary>Counts a request that ended in a transport error.</summary>
    public void RecordFailure(int kind, TransportError error, RequestTrace trace, long due, long ended)
    {
        var latency = time.GetElapsedTime(due, ended);
        Counters.RecordFailure(error, latency, includesFailures);
        Intervals?.RecordFailure(time.GetElapsedTime(started, due), error, latency, includesFailures);
        if (CountersByKind.Length > 0)
            CountersByKind[kind].RecordFailure(error, latency, includesFailures);
        RecordTrace(trace, due, null);
    }

    /// <summary>Counts a request that had no complete response when the run was stopped.</summary>
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
        for (var kind = 0; kind < Math.Min(CountersByKind.Length, other.CountersByKind.Length); kind++)
            CountersByKind[kind].Add(other.CountersByKind[kind]);
        ResentRequests += other.ResentRequests;
        ReplayedRequests += other.ReplayedRequests;
        WaitingRequests += other.WaitingRequests;
        StreamLimit = GetLower(StreamLimit, other.StreamLimit);
        UnexpectedBytes += other.UnexpectedBytes;
        UnfinishedRequests += other.UnfinishedRequests;
    }

    /// <summary>Adds everything that another thread has recorded in the same measurement.</summary>
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
        ResentRequests += trace.ResentRequests;
        ReplayedRequests += trace.ReplayedRequests;
        WaitingRequests += trace.StreamLimit is null ? 0 : 1;
        StreamLimit = GetLower(StreamLimit, trace.StreamLimit);
        UnexpectedBytes += trace.HasUnexpectedBytes ? 1 : 0;
        Timings.Record(trace, answer);
        Intervals?.GetStep(time.GetElapsedTime(started, due))?.Timings.Record(trace, answer);
    }

    private static long? GetLower(long? one, long? other) => one < other ? one : other ?? one;

    private void RecordScheduleDelay(long due, long ended)
    {
        var delay = time.GetElapsedTime(due, ended);
        OpenLoop?.ScheduleDelay.Record(delay);
        GetStep(due)?.ScheduleDelay.Record(delay);
    }

    private OpenLoopCounters? GetStep(long due) => Intervals?.GetStep(time.GetElapsedTime(started, due))?.OpenLoop;
}

/// <summary>
/// Counts responses in a grid: one axis is the time at which a response arrived, the other its latency on a logarithmic
/// scale. One thread adds; others may read at the same time.
/// </summary>
internal sealed class HeatMap
{
    /// <summary>The number of latency ranges (rows) of a heat map.</summary>
    public const int RowCount = 40;

    /// <summary>
    /// The lower end of the latency scale, in milliseconds. A lower latency is counted in the first row.
    /// </summary>
    public const double LowestMs = 0.1;

    /// <summary>
    /// The upper end of the latency scale, in milliseconds. A higher latency is counted in the last row.
    /// </summary>
    public const double HighestMs = 10_000;

    /// <summary>The length of time that one column of a heat map covers.</summary>
    public static readonly TimeSpan ColumnWidth = TimeSpan.FromMilliseconds(250);

    private static readonly double RowsPerUnit = RowCount / Math.Log(HighestMs / LowestMs);

    // A column is allocated when the first response falls into it.
    private readonly long[]?[] _columns;

    public HeatMap(int columns)
        : this(new long[]?[columns])
    {
    }

    private HeatMap(long[]?[] columns) => _columns = columns;

    /// <summary>The number of columns.</summary>
    public int ColumnCount => _columns.Length;

    /// <summary>
    /// Appends the columns of several heat maps in order. The result is empty if any of the heat maps is empty.
    /// </summary>
    public static HeatMap Concat(IReadOnlyList<HeatMap> parts) =>
        new(parts.Any(part => part.ColumnCount == 0) ? [] : [.. parts.SelectMany(part => part._columns)]);

    /// <summary>Counts a response in the heat map.</summary>
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

    /// <summary>
    /// Gets the response counts of each column, in order of time. Each column starts with the lowest latency range.
    /// </summary>
    public IEnumerable<long[]> GetColumns() => _columns.Select(column => column ?? new long[RowCount]);

    /// <summary>Formats the response counts as text: columns are separated by | and rows by a space.</summary>
    public string Encode() => string.Join('|', GetColumns().Select(column => string.Join(' ', column)));

    private static int GetRow(double ms) =>
        (int)Math.Clamp(Math.Log(ms / LowestMs) * RowsPerUnit, 0, RowCount - 1);
}
