namespace TwoTier.Load.Metrics;

/// <summary>
/// Counts requests by time interval: the steps of an arrival rate, or equal parts of a long run that show drift. A
/// request is counted in the interval in which it was due. Its success is counted in the interval in which the response
/// arrived, because an overloaded target answers late.
/// </summary>
internal sealed class IntervalSeries(TimeSpan intervalLength, IReadOnlyList<double?> rates)
{
    private readonly RequestCounters[] _counters = [.. rates.Select(_ => new RequestCounters())];
    private readonly long[] _successes = new long[rates.Count];

    private readonly OpenLoopCounters[] _openLoops =
        rates.All(rate => rate is not null) ? [.. rates.Select(_ => new OpenLoopCounters(0))] : [];

    private readonly RequestTimings[] _timings =
        rates.All(rate => rate is not null) ? [.. rates.Select(_ => new RequestTimings())] : [];

    /// <summary>The length of each interval.</summary>
    public TimeSpan IntervalLength => intervalLength;

    /// <summary>
    /// The arrival rate planned for each interval, in requests per second. A rate is null in a closed loop.
    /// </summary>
    public IReadOnlyList<double?> PlannedRates => rates;

    /// <summary>The counters of the requests that were due in each interval.</summary>
    public IReadOnlyList<RequestCounters> Counters => _counters;

    /// <summary>
    /// The number of intervals that are steps of an arrival rate, each of which is judged separately.
    /// </summary>
    public int StepCount => _openLoops.Length;

    /// <summary>
    /// Gets the open-loop counters of the step in which a request was due; null unless the intervals are steps.
    /// </summary>
    public OpenLoopCounters? GetOpenLoop(TimeSpan due) => _openLoops.Length == 0 ? null : _openLoops[GetIndex(due)];

    /// <summary>
    /// Gets the phases of the requests of the step in which a request was due; null unless the intervals are steps.
    /// </summary>
    public RequestTimings? GetTimings(TimeSpan due) => _timings.Length == 0 ? null : _timings[GetIndex(due)];

    /// <summary>
    /// Gets the figures of a step. Requests belong to the step in which they were due, but the goodput counts the
    /// successful responses that arrived during the step, because an overloaded target answers late.
    /// </summary>
    public MeasuredFigures GetStepFigures(int step) => new(
        _counters[step],
        _openLoops[step],
        _openLoops[step].ServiceTime,
        _timings[step],
        GetSuccesses(step) / intervalLength.TotalSeconds);

    /// <summary>Gets the number of successful responses that arrived in an interval.</summary>
    public long GetSuccesses(int interval) => Interlocked.Read(ref _successes[interval]);

    /// <summary>Counts a response in the intervals in which its request was due and in which it arrived.</summary>
    public void RecordResponse(TimeSpan due, TimeSpan received, CompletedResponse reply, TimeSpan latency)
    {
        GetCounters(due).RecordResponse(reply, latency);
        var interval = (int)(received / intervalLength);
        if (reply.Outcome == ResponseOutcome.Expected && interval < _successes.Length)
            Interlocked.Increment(ref _successes[interval]);
    }

    /// <summary>Counts a request that ended in a transport error in the interval in which it was due.</summary>
    public void RecordFailure(TimeSpan due, TransportError error, TimeSpan latency, bool isInLatency) =>
        GetCounters(due).RecordFailure(error, latency, isInLatency);

    private RequestCounters GetCounters(TimeSpan due) => _counters[GetIndex(due)];

    private int GetIndex(TimeSpan due) => (int)Math.Clamp(due / intervalLength, 0, _counters.Length - 1);
}
