namespace TwoTier.Load.Metrics;

/// <summary>
/// Counts requests by time interval: the steps of an arrival rate, or equal parts of a run, whose scatter tells how
/// exact its figures are, and which show the drift of a long run. A request is counted in the interval in which it was
/// due. Its success is counted in the interval in which the response arrived, because an overloaded target answers
/// late. If each interval has a planned rate, in requests per second, it is a step, which is judged separately.
/// </summary>
internal sealed class IntervalSeries(TimeSpan intervalLength, IReadOnlyList<double?> rates)
{
    private readonly RequestCounters[] _counters = [.. rates.Select(_ => new RequestCounters())];
    private readonly long[] _successes = new long[rates.Count];

    private readonly OpenLoopCounters[] _steps = rates.All(rate => rate is not null)
        ? [.. rates.Select(_ => new OpenLoopCounters(0))]
        : [];

    public TimeSpan IntervalLength => intervalLength;
    public IReadOnlyList<double?> PlannedRates => rates;
    public IReadOnlyList<RequestCounters> Counters => _counters;
    public int StepCount => _steps.Length;

    /// <summary>Whether the result lists the intervals. Those of a short run would have too few requests.</summary>
    public bool HasWindows { get; init; } = true;

    public IntervalSeries CreateEmpty() => new(intervalLength, rates) { HasWindows = HasWindows };

    public OpenLoopCounters? GetStep(TimeSpan due) => _steps.Length == 0 ? null : _steps[GetIndex(due)];

    public MeasuredFigures GetStepFigures(int step) => new(
        _counters[step],
        _steps[step],
        _steps[step].ServiceTime,
        GetSuccesses(step) / intervalLength.TotalSeconds);

    public long GetSuccesses(int interval) => Volatile.Read(ref _successes[interval]);

    public void RecordResponse(TimeSpan due, TimeSpan received, CompletedResponse reply, TimeSpan latency)
    {
        _counters[GetIndex(due)].RecordResponse(reply, latency);
        var interval = (int)(received / intervalLength);
        if (reply.Outcome == ResponseOutcome.Expected && interval < _successes.Length)
            _successes[interval]++;
    }

    public void RecordFailure(TimeSpan due, TransportError error, TimeSpan latency) =>
        _counters[GetIndex(due)].RecordFailure(error, latency);

    public void Add(IntervalSeries other)
    {
        for (var i = 0; i < _counters.Length; i++)
        {
            _counters[i].Add(other._counters[i]);
            _successes[i] += other.GetSuccesses(i);
        }

        foreach (var (own, added) in _steps.Zip(other._steps))
            own.Add(added);
    }

    private int GetIndex(TimeSpan due) => (int)Math.Clamp(due / intervalLength, 0, _counters.Length - 1);
}
