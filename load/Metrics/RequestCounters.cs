using Load.Http;
using Load.Http.ResponseChecks;

namespace Load.Metrics;

/// <summary>
/// What came of requests, in fixed memory; any number of workers may add to it. The latencies are those of every
/// response read to its end, whatever its status, from the send to the last byte.
/// </summary>
internal sealed class RequestCounters
{
    private readonly long[] _statuses = new long[1000];
    private readonly long[] _unexpected = new long[1000];
    private readonly long[] _failures = new long[Enum.GetValues<TransportError>().Length];
    private long _bytes;
    private long _checkFailures;

    public LatencyHistogram Latency { get; } = new();

    /// <summary>Of the bodies.</summary>
    public long Bytes => Interlocked.Read(ref _bytes);

    /// <summary>Responses read to their end.</summary>
    public long Replies => Latency.Count;

    public long Requests => Replies + _failures.Sum();

    /// <summary>Responses as expected: with a 2xx status, where nothing else is.</summary>
    public long Successes => Replies - _unexpected.Sum() - CheckFailures;

    /// <summary>Responses with an expected status whose body was not as expected.</summary>
    public long CheckFailures => Interlocked.Read(ref _checkFailures);

    /// <summary>Everything else: other statuses, failed checks and transport errors.</summary>
    public long Errors => Requests - Successes;

    public long GetCount(TransportError kind) => Interlocked.Read(ref _failures[(int)kind]);

    /// <summary>Those that came, in ascending order.</summary>
    public IEnumerable<(int Status, long Count)> GetStatuses() =>
        _statuses.Select((count, status) => (status, count)).Where(status => status.count > 0);

    /// <summary>Those of them that were not expected.</summary>
    public IEnumerable<(int Status, long Count)> GetUnexpectedStatuses() =>
        _unexpected.Select((count, status) => (status, count)).Where(status => status.count > 0);

    /// <summary>Those that came.</summary>
    public IEnumerable<(TransportError Kind, long Count)> GetTransportErrors() =>
        Enum.GetValues<TransportError>().Select(kind => (kind, GetCount(kind))).Where(error => error.Item2 > 0);

    /// <summary>What was no success, such as "503 12, timeout 3".</summary>
    public string FormatFailures() => string.Join(", ", _unexpected
        .Select((count, status) => (count, text: $"{status} {count}"))
        .Append((CheckFailures, $"check failed {CheckFailures}"))
        .Where(failure => failure.Item1 > 0)
        .Select(failure => failure.Item2)
        .Concat(GetTransportErrors().Select(error => $"{error.Kind.GetName()} {error.Count}")));

    public void RecordReply(Reply reply, TimeSpan latency)
    {
        var status = Math.Clamp(reply.Status, 0, _statuses.Length - 1);
        Interlocked.Increment(ref _statuses[status]);
        if (reply.Outcome == ResponseOutcome.UnexpectedStatus)
            Interlocked.Increment(ref _unexpected[status]);
        else if (reply.Outcome == ResponseOutcome.CheckFailed)
            Interlocked.Increment(ref _checkFailures);
        Interlocked.Add(ref _bytes, reply.Bytes);
        Latency.Record(latency);
    }

    public void RecordFailure(TransportError kind) => Interlocked.Increment(ref _failures[(int)kind]);

    public void Add(RequestCounters other)
    {
        for (var i = 0; i < _statuses.Length; i++)
        {
            Interlocked.Add(ref _statuses[i], other._statuses[i]);
            Interlocked.Add(ref _unexpected[i], other._unexpected[i]);
        }

        for (var i = 0; i < _failures.Length; i++)
            Interlocked.Add(ref _failures[i], other._failures[i]);
        Interlocked.Add(ref _bytes, other.Bytes);
        Interlocked.Add(ref _checkFailures, other.CheckFailures);
        Latency.Add(other.Latency);
    }

    /// <summary>A new tally of all of them: a percentile of the whole is not the mean of the parts'.</summary>
    public static RequestCounters Sum(IEnumerable<RequestCounters> parts)
    {
        var whole = new RequestCounters();
        foreach (var part in parts)
            whole.Add(part);
        return whole;
    }
}
