using Load.Http;
using Load.Http.ResponseChecks;

namespace Load.Metrics;

/// <summary>
/// Counts requests by interval: the steps of an arrival rate, or equal parts of a long run that show drift. A request
/// counts in the interval in which it was due, its success in the interval in which the response arrived, because an
/// overloaded target answers later than it was asked.
/// </summary>
/// <param name="intervalLength">The length of each interval.</param>
/// <param name="rates">The arrival rate planned for each interval, per second; null for a closed loop.</param>
internal sealed class IntervalSeries(TimeSpan intervalLength, IReadOnlyList<double?> rates)
{
    private readonly RequestCounters[] _counters = [.. rates.Select(_ => new RequestCounters())];
    private readonly long[] _successes = new long[rates.Count];

    /// <summary>The length of each interval.</summary>
    public TimeSpan IntervalLength => intervalLength;

    /// <summary>The arrival rate planned for each interval, per second; null for a closed loop.</summary>
    public IReadOnlyList<double?> Rates => rates;

    /// <summary>The counters of the requests that were due in each interval.</summary>
    public IReadOnlyList<RequestCounters> Counters => _counters;

    /// <summary>Gets the number of successful responses that arrived in an interval.</summary>
    /// <param name="interval">The index of the interval, from 0.</param>
    public long GetSuccesses(int interval) => Interlocked.Read(ref _successes[interval]);

    /// <summary>Counts a response.</summary>
    /// <param name="due">
    /// The time from the start to the intended start of the request; after the end, it counts in the last interval.
    /// </param>
    /// <param name="received">
    /// The time from the start to the response; after the end, it counts in no interval.
    /// </param>
    /// <param name="reply">The response.</param>
    /// <param name="latency">The latency, counted from the intended start.</param>
    public void RecordReply(TimeSpan due, TimeSpan received, Reply reply, TimeSpan latency)
    {
        GetCounters(due).RecordReply(reply, latency);
        var interval = (int)(received / intervalLength);
        if (reply.Outcome == ResponseOutcome.Expected && interval < _successes.Length)
            Interlocked.Increment(ref _successes[interval]);
    }

    /// <summary>Counts a request that ended in a transport error.</summary>
    /// <param name="due">The time from the start to the intended start of the request.</param>
    /// <param name="error">The kind of error.</param>
    public void RecordFailure(TimeSpan due, TransportError error) => GetCounters(due).RecordFailure(error);

    private RequestCounters GetCounters(TimeSpan due) =>
        _counters[(int)Math.Clamp(due / intervalLength, 0, _counters.Length - 1)];
}
