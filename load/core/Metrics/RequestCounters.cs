namespace TwoTier.Load.Metrics;

/// <summary>
/// Counts requests by their outcome and records latencies, in a fixed amount of memory. One thread records; others may
/// read at the same time.
/// </summary>
internal sealed class RequestCounters
{
    private const int MaxStatus = 999;

    // The counts of a hundred statuses are allocated when the first of them occurs.
    private readonly long[]?[] _statuses = new long[]?[10];
    private readonly long[]?[] _unexpectedStatuses = new long[]?[10];
    private readonly long[] _failures = new long[(int)TransportError.Other + 1];
    private long _responses;
    private long _bytes;
    private long _checkFailures;

    /// <summary>
    /// The latencies of all requests, until their last byte or until the transport error in which they ended: response
    /// times in an open loop, service times in a closed loop.
    /// </summary>
    public LatencyHistogram Latency { get; } = new();

    public long Bytes => Volatile.Read(ref _bytes);

    public long Responses => Volatile.Read(ref _responses);

    /// <summary>Complete responses and transport errors.</summary>
    public long Requests => Responses + _failures.Sum();

    /// <summary>Responses that met every expectation: by default a 2xx status.</summary>
    public long Successes => Responses - GetUnexpectedStatuses().Sum(status => status.Count) - CheckFailures;

    public long CheckFailures => Volatile.Read(ref _checkFailures);

    /// <summary>Unexpected statuses, failed body checks and transport errors.</summary>
    public long Errors => Requests - Successes;

    public IEnumerable<(int Status, long Count)> GetStatuses() => GetCounts(_statuses);

    public IEnumerable<(int Status, long Count)> GetUnexpectedStatuses() => GetCounts(_unexpectedStatuses);

    public IEnumerable<(TransportError Kind, long Count)> GetTransportErrors() => Enum.GetValues<TransportError>()
        .Select(kind => (Kind: kind, Count: Volatile.Read(ref _failures[(int)kind])))
        .Where(error => error.Count > 0);

    public IEnumerable<(string Kind, long Count)> GetFailures() => GetUnexpectedStatuses()
        .Select(unexpected => ($"{unexpected.Status}", unexpected.Count))
        .Concat(CheckFailures > 0 ? [("check failed", CheckFailures)] : [])
        .Concat(GetTransportErrors().Select(error => (error.Kind.GetName(), error.Count)));

    public string FormatFailures() =>
        string.Join(", ", GetFailures().Select(failure => $"{failure.Kind} {failure.Count}"));

    public void RecordResponse(CompletedResponse reply, TimeSpan latency)
    {
        Add(_statuses, reply.Status, 1);
        if (reply.Outcome == ResponseOutcome.UnexpectedStatus)
            Add(_unexpectedStatuses, reply.Status, 1);
        else if (reply.Outcome == ResponseOutcome.CheckFailed)
            _checkFailures++;
        _bytes += reply.Bytes;
        _responses++;
        Latency.Record(latency);
    }

    public void RecordFailure(TransportError error, TimeSpan latency = default)
    {
        _failures[(int)error]++;
        Latency.Record(latency);
    }

    public void Add(RequestCounters other)
    {
        foreach (var (status, count) in other.GetStatuses())
            Add(_statuses, status, count);
        foreach (var (status, count) in other.GetUnexpectedStatuses())
            Add(_unexpectedStatuses, status, count);
        for (var i = 0; i < _failures.Length; i++)
            _failures[i] += other._failures[i];
        _bytes += other.Bytes;
        _checkFailures += other.CheckFailures;
        _responses += other.Responses;
        Latency.Add(other.Latency);
    }

    public static RequestCounters Sum(IEnumerable<RequestCounters> parts)
    {
        var whole = new RequestCounters();
        foreach (var part in parts)
            whole.Add(part);
        return whole;
    }

    private static void Add(long[]?[] counts, int status, long count)
    {
        var (hundred, rest) = Math.DivRem(Math.Clamp(status, 0, MaxStatus), 100);
        (counts[hundred] ??= new long[100])[rest] += count;
    }

    private static IEnumerable<(int Status, long Count)> GetCounts(long[]?[] counts)
    {
        for (var status = 0; status <= MaxStatus; status++)
        {
            if (counts[status / 100] is not { } hundred)
                status += 99;
            else if (Volatile.Read(ref hundred[status % 100]) is > 0 and var count)
                yield return (status, count);
        }
    }
}

/// <summary>
/// Records the phases of requests. A histogram takes much memory, so each is null until the first request has the
/// phase. One thread records; others may read at the same time.
/// </summary>
internal sealed class RequestTimings
{
    /// <summary>To resolve the host name and to establish the TCP connection, for each that was opened.</summary>
    public LatencyHistogram? Connect { get; private set; }

    public LatencyHistogram? Tls { get; private set; }

    /// <summary>
    /// The time from sending a request to the first byte of its answer, including the opening of a connection if it
    /// needed one. With <see cref="Body"/>, it adds up to the service time.
    /// </summary>
    public LatencyHistogram? FirstByte { get; private set; }

    public LatencyHistogram? Body { get; private set; }

    public void Record(RequestTrace trace, (TimeSpan FirstByte, TimeSpan Body)? answer)
    {
        if (trace.ConnectionOpening is { } opening)
        {
            (Connect ??= new LatencyHistogram()).Record(opening.Connect);
            if (opening.Tls is { } tls)
                (Tls ??= new LatencyHistogram()).Record(tls);
        }

        if (answer is not { } phases)
            return;
        (FirstByte ??= new LatencyHistogram()).Record(phases.FirstByte);
        (Body ??= new LatencyHistogram()).Record(phases.Body);
    }

    public void Add(RequestTimings other)
    {
        Connect = LatencyHistogram.Combine(Connect, other.Connect);
        Tls = LatencyHistogram.Combine(Tls, other.Tls);
        FirstByte = LatencyHistogram.Combine(FirstByte, other.FirstByte);
        Body = LatencyHistogram.Combine(Body, other.Body);
    }
}

/// <summary>
/// Counts the arrivals of an open loop. The response time, which corrects for coordinated omission, is in
/// <see cref="RequestCounters.Latency"/>. One thread records; others may read at the same time.
/// </summary>
internal sealed class OpenLoopCounters(long planned)
{
    /// <summary>The time from the sending of each request to the last byte of its response.</summary>
    public LatencyHistogram ServiceTime { get; } = new();

    /// <summary>
    /// The time from the intended start of a request to its sending, or to its queueing or dropping if it found no free
    /// connection. It is the delay that the load tool itself causes. The time in the queue, which the target causes,
    /// does not count.
    /// </summary>
    public LatencyHistogram ScheduleDelay { get; } = new();

    public long PlannedRequests { get; private set; } = planned;

    /// <summary>Fewer than <see cref="PlannedRequests"/> only if the run was cut short.</summary>
    public long ArrivedRequests { get; set; }

    public long SentRequests { get; set; }
    public long QueuedRequests { get; set; }

    /// <summary>Still queued when the run was stopped.</summary>
    public long AbandonedRequests { get; set; }

    /// <summary>The queue was full, or they were still queued one request timeout after the last arrival.</summary>
    public long DroppedRequests { get; set; }

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
}
