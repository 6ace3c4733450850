using Load.Http;
using Load.Http.ResponseChecks;

namespace Load.Metrics;

/// <summary>
/// Parts of a stretch of load, of equal length: the steps of a rate, or what shows whether anything drifts. A request
/// counts in the one in which it was due, and its success in the one in which it came: a target that cannot keep up
/// answers later what it was asked now.
/// </summary>
/// <param name="length">Of each.</param>
/// <param name="rates">Requests per second that each asks for; null where none is asked for.</param>
internal sealed class IntervalSeries(TimeSpan length, IReadOnlyList<double?> rates)
{
    private readonly RequestCounters[] _counters = [.. rates.Select(_ => new RequestCounters())];
    private readonly long[] _successes = new long[rates.Count];

    public TimeSpan IntervalLength => length;

    public IReadOnlyList<double?> Rates => rates;

    /// <summary>What came of the requests of each.</summary>
    public IReadOnlyList<RequestCounters> Counters => _counters;

    /// <summary>That came in it.</summary>
    public long GetSuccesses(int window) => Interlocked.Read(ref _successes[window]);

    /// <param name="due">Since the start, as the next; what comes after the end counts in the last one.</param>
    /// <param name="received">What comes after the end is none's.</param>
    /// <param name="reply">What came.</param>
    /// <param name="latency">From the intended start.</param>
    public void RecordReply(TimeSpan due, TimeSpan received, Reply reply, TimeSpan latency)
    {
        GetCounters(due).RecordReply(reply, latency);
        var window = (int)(received / length);
        if (reply.Outcome == ResponseOutcome.Expected && window < _successes.Length)
            Interlocked.Increment(ref _successes[window]);
    }

    public void RecordFailure(TimeSpan due, TransportError error) => GetCounters(due).RecordFailure(error);

    private RequestCounters GetCounters(TimeSpan due) => _counters[(int)Math.Clamp(due / length, 0, _counters.Length - 1)];
}
