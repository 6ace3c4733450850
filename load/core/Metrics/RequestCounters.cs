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
    private long _replies;
    private long _bytes;
    private long _checkFailures;

    /// <summary>
    /// The latencies of all requests, until their last byte or until the transport error in which they ended: response
    /// times in an open loop, service times in a closed loop.
    /// </summary>
    public LatencyHistogram Latency { get; } = new();

    /// <summary>
    /// The latencies of the requests that ended in a transport error: until the error was noticed. Null if there were
    /// none.
    /// </summary>
    public LatencyHistogram? FailureLatency { get; private set; }

    /// <summary>The total size of all response bodies in bytes.</summary>
    public long Bytes => Volatile.Read(ref _bytes);

    /// <summary>The number of complete responses.</summary>
    public long Responses => Volatile.Read(ref _replies);

    /// <summary>The number of requests that ended, with a complete response or with a transport error.</summary>
    public long Requests => Responses + _failures.Sum();

    /// <summary>
    /// The number of responses that met every expectation. By default, the only expectation is a 2xx status.
    /// </summary>
    public long Successes => Responses - GetUnexpectedStatuses().Sum(status => status.Count) - CheckFailures;

    /// <summary>The number of responses with an expected status whose body failed a check.</summary>
    public long CheckFailures => Volatile.Read(ref _checkFailures);

    /// <summary>
    /// The number of unsuccessful requests: unexpected statuses, failed body checks and transport errors.
    /// </summary>
    public long Errors => Requests - Successes;

    /// <summary>Gets the number of transport errors of the given kind.</summary>
    public long GetCount(TransportError error) => Volatile.Read(ref _failures[(int)error]);

    /// <summary>Gets the HTTP statuses that occurred, in ascending order, each with its number of responses.</summary>
    public IEnumerable<(int Status, long Count)> GetStatuses() =>
        GetCounts(_statuses);

    /// <summary>
    /// Gets the unexpected HTTP statuses that occurred, in ascending order, each with its number of responses.
    /// </summary>
    public IEnumerable<(int Status, long Count)> GetUnexpectedStatuses() =>
        GetCounts(_unexpectedStatuses);

    /// <summary>Gets the kinds of transport error that occurred, each with its number of requests.</summary>
    public IEnumerable<(TransportError Kind, long Count)> GetTransportErrors() => Enum.GetValues<TransportError>()
        .Select(kind => (Kind: kind, Count: GetCount(kind)))
        .Where(error => error.Count > 0);

    /// <summary>Gets the kinds of error that occurred, each with its number of requests.</summary>
    public IEnumerable<(string Kind, long Count)> GetFailures() => GetUnexpectedStatuses()
        .Select(unexpected => ($"{unexpected.Status}", unexpected.Count))
        .Concat(CheckFailures > 0 ? [("check failed", CheckFailures)] : [])
        .Concat(GetTransportErrors().Select(error => (error.Kind.GetName(), error.Count)));

    /// <summary>Formats the number of errors of each kind, such as "503 12, timeout 3".</summary>
    public string FormatFailures() =>
        string.Join(", ", GetFailures().Select(failure => $"{failure.Kind} {failure.Count}"));

    /// <summary>Counts a complete response.</summary>
    public void RecordResponse(CompletedResponse reply, TimeSpan latency)
    {
        Add(_statuses, reply.Status, 1);
        if (reply.Outcome == ResponseOutcome.UnexpectedStatus)
            Add(_unexpectedStatuses, reply.Status, 1);
        else if (reply.Outcome == ResponseOutcome.CheckFailed)
            _checkFailures++;
        _bytes += reply.Bytes;
        _replies++;
        Latency.Record(latency);
    }

    /// <summary>Counts a request that ended in a transport error.</summary>
    public void RecordFailure(TransportError error, TimeSpan latency = default)
    {
        _failures[(int)error]++;
        (FailureLatency ??= new LatencyHistogram()).Record(latency);
        Latency.Record(latency);
    }

    /// <summary>Adds the counts and latencies of another instance to this one.</summary>
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
        _replies += other.Responses;
        Latency.Add(other.Latency);
        if (other.FailureLatency is { } failures)
            (FailureLatency ??= new LatencyHistogram()).Add(failures);
    }

    /// <summary>
    /// Creates the sum of several counters. Percentiles of the sum are those of all requests, unlike the mean of the
    /// percentiles of the single counters.
    /// </summary>
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
/// Records the phases of requests: opening the connection, the TLS handshake, the time to the first byte, and the body.
/// The last two add up to the service time. One thread records; others may read at the same time.
/// </summary>
internal sealed class RequestTimings
{
    /// <summary>
    /// The time to resolve the host name and to establish the TCP connection, once for each connection that was opened;
    /// null if none was opened.
    /// </summary>
    public LatencyHistogram? Connect { get; private set; }

    /// <summary>
    /// The time of the TLS handshake, once for each connection that was opened; null if there was no handshake.
    /// </summary>
    public LatencyHistogram? Tls { get; private set; }

    /// <summary>
    /// The time from sending a request to the first byte of its answer, including the opening of a connection if it
    /// needed one; null if there was no answer.
    /// </summary>
    public LatencyHistogram? FirstByte { get; private set; }

    /// <summary>The time from the first to the last byte of an answer; null if there was no answer.</summary>
    public LatencyHistogram? Body { get; private set; }

    /// <summary>
    /// Records the phases of a request: how long the opening of its connection took, if it opened one, and how long the
    /// parts of its answer took, if it got a complete one.
    /// </summary>
    public void Record(RequestTrace trace, (TimeSpan FirstByte, TimeSpan Body)? answer)
    {
        // A histogram takes much memory, and many measurements have no new connection or no TLS.
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

    /// <summary>Adds the times of another instance to this one.</summary>
    public void Add(RequestTimings other)
    {
        Connect = Add(Connect, other.Connect);
        Tls = Add(Tls, other.Tls);
        FirstByte = Add(FirstByte, other.FirstByte);
        Body = Add(Body, other.Body);
    }

    private static LatencyHistogram? Add(LatencyHistogram? whole, LatencyHistogram? part)
    {
        if (part is null)
            return whole;
        whole ??= new LatencyHistogram();
        whole.Add(part);
        return whole;
    }
}
