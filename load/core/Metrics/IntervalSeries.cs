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

    private readonly (OpenLoopCounters OpenLoop, RequestTimings Timings)[] _steps = rates.All(rate => rate is not null)
        ? [.. rates.Select(_ => (new OpenLoopCounters(0), new RequestTimings()))]
        : [];

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
    public int StepCount => _steps.Length;

    /// <summary>Creates an instance with the same intervals, in which nothing is counted.</summary>
    public IntervalSeries CreateEmpty() => new(intervalLength, rates);

    /// <summary>
    /// Gets the open-loop counters and the phases of the requests of the step in which a request was due; null unless
    /// the intervals are steps.
    /// </summary>
    public (OpenLoopCounters OpenLoop, RequestTimings Timings)? GetStep(TimeSpan due) =>
        _steps.Length == 0 ? null : _steps[GetIndex(due)];

    /// <summary>
    /// Gets the figures of a step. Requests belong to the step in which they were due, but the goodput counts the
    /// successful responses that arrived during the step, because an overloaded target answers late.
    /// </summary>
    public MeasuredFigures GetStepFigures(int step) => new(
        _counters[step],
        _steps[step].OpenLoop,
        _steps[step].OpenLoop.ServiceTime,
        _steps[step].Timings,
        GetSuccesses(step) / intervalLength.TotalSeconds);

    /// <summary>Gets the number of successful responses that arrived in an interval.</summary>
    public long GetSuccesses(int interval) => Volatile.Read(ref _successes[interval]);

    /// <summary>Counts a response in the intervals in which its request was due and in which it arrived.</summary>
    public void RecordResponse(TimeSpan due, TimeSpan received, CompletedResponse reply, TimeSpan latency)
    {
        GetCounters(due).RecordResponse(reply, latency);
        var interval = (int)(received / intervalLength);
        if (reply.Outcome == ResponseOutcome.Expected && interval < _successes.Length)
            _successes[interval]++;
    }

    /// <summary>Counts a request that ended in a transport error in the interval in which it was due.</summary>
    public void RecordFailure(TimeSpan due, TransportError error, TimeSpan latency) =>
        GetCounters(due).RecordFailure(error, latency);

    /// <summary>Adds what another instance with the same intervals has counted.</summary>
    public void Add(IntervalSeries other)
    {
        for (var i = 0; i < _counters.Length; i++)
        {
            _counters[i].Add(other._counters[i]);
            _successes[i] += other.GetSuccesses(i);
        }

        foreach (var (own, added) in _steps.Zip(other._steps))
        {
            own.OpenLoop.Add(added.OpenLoop);
            own.Timings.Add(added.Timings);
        }
    }

    private RequestCounters GetCounters(TimeSpan due) => _counters[GetIndex(due)];

    private int GetIndex(TimeSpan due) => (int)Math.Clamp(due / intervalLength, 0, _counters.Length - 1);
}
