namespace TwoTier.Load.Metrics;

/// <summary>
/// Counts requests by their outcome and records latencies, in a fixed amount of memory. Workers may record
/// concurrently.
/// </summary>
internal sealed class RequestCounters
{
    private readonly long[] _statuses = new long[1000];
    private readonly long[] _unexpectedStatuses = new long[1000];
    private readonly long[] _failures = new long[Enum.GetValues<TransportError>().Length];
    private long _replies;
    private long _bytes;
    private long _checkFailures;
    private LatencyHistogram? _failureLatency;

    /// <summary>
    /// The latencies of all complete responses, whatever their status: response times in an open loop, service times in
    /// a closed loop. If the user asks for it, the latencies of requests that ended in a transport error are included.
    /// </summary>
    public LatencyHistogram Latency { get; } = new();

    /// <summary>
    /// The latencies of the requests that ended in a transport error: until the error was noticed. Null if there were
    /// none.
    /// </summary>
    public LatencyHistogram? FailureLatency => Volatile.Read(ref _failureLatency);

    /// <summary>The total size of all response bodies in bytes.</summary>
    public long Bytes => Interlocked.Read(ref _bytes);

    /// <summary>The number of complete responses.</summary>
    public long Responses => Interlocked.Read(ref _replies);

    /// <summary>The number of requests that ended, with a complete response or with a transport error.</summary>
    public long Requests => Responses + _failures.Sum();

    /// <summary>
    /// The number of responses that met every expectation. By default, the only expectation is a 2xx status.
    /// </summary>
    public long Successes => Responses - _unexpectedStatuses.Sum() - CheckFailures;

    /// <summary>The number of responses with an expected status whose body failed a check.</summary>
    public long CheckFailures => Interlocked.Read(ref _checkFailures);

    /// <summary>
    /// The number of unsuccessful requests: unexpected statuses, failed body checks and transport errors.
    /// </summary>
    public long Errors => Requests - Successes;

    /// <summary>Gets the number of transport errors of the given kind.</summary>
    public long GetCount(TransportError error) => Interlocked.Read(ref _failures[(int)error]);

    /// <summary>Gets the HTTP statuses that occurred, in ascending order, each with its number of responses.</summary>
    public IEnumerable<(int Status, long Count)> GetStatuses() =>
        _statuses.Select((count, status) => (status, count)).Where(status => status.count > 0);

    /// <summary>
    /// Gets the unexpected HTTP statuses that occurred, in ascending order, each with its number of responses.
    /// </summary>
    public IEnumerable<(int Status, long Count)> GetUnexpectedStatuses() =>
        _unexpectedStatuses.Select((count, status) => (status, count)).Where(status => status.count > 0);

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
        var status = Math.Clamp(reply.Status, 0, _statuses.Length - 1);
        Interlocked.Increment(ref _statuses[status]);
        if (reply.Outcome == ResponseOutcome.UnexpectedStatus)
            Interlocked.Increment(ref _unexpectedStatuses[status]);
        else if (reply.Outcome == ResponseOutcome.CheckFailed)
            Interlocked.Increment(ref _checkFailures);
        Interlocked.Add(ref _bytes, reply.Bytes);
        Interlocked.Increment(ref _replies);
        Latency.Record(latency);
    }

    /// <summary>Counts a request that ended in a transport error.</summary>
    public void RecordFailure(TransportError error, TimeSpan latency = default, bool isInLatency = false)
    {
        Interlocked.Increment(ref _failures[(int)error]);
        GetFailureLatency().Record(latency);
        if (isInLatency)
            Latency.Record(latency);
    }

    /// <summary>Adds the counts and latencies of another instance to this one.</summary>
    public void Add(RequestCounters other)
    {
        for (var i = 0; i < _statuses.Length; i++)
        {
            Interlocked.Add(ref _statuses[i], other._statuses[i]);
            Interlocked.Add(ref _unexpectedStatuses[i], other._unexpectedStatuses[i]);
        }

        for (var i = 0; i < _failures.Length; i++)
            Interlocked.Add(ref _failures[i], other._failures[i]);
        Interlocked.Add(ref _bytes, other.Bytes);
        Interlocked.Add(ref _checkFailures, other.CheckFailures);
        Interlocked.Add(ref _replies, other.Responses);
        Latency.Add(other.Latency);
        if (other.FailureLatency is { } failures)
            GetFailureLatency().Add(failures);
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

    private LatencyHistogram GetFailureLatency()
    {
        if (FailureLatency is null)
            Interlocked.CompareExchange(ref _failureLatency, new LatencyHistogram(), null);
        return _failureLatency!;
    }
}
