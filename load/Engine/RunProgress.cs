using Load.Metrics;

namespace Load.Engine;

/// <summary>What the tool is at: written by who sends, read by who shows it.</summary>
internal class RunProgress
{
    private readonly Lock _gate = new();
    private ActiveStage? _stage;
    private long _successes;
    private long _errors;
    private (long Successes, long Errors) _lastCounts;

    public event Action<ActiveStage>? StageStarted;

    /// <summary>Of a run: a comparison has slices.</summary>
    public event Action<StageResult>? StageEnded;

    /// <summary>Null before the first one.</summary>
    public ActiveStage? Stage
    {
        get
        {
            lock (_gate)
                return _stage;
        }
    }

    public void StartStage(ActiveStage stage)
    {
        lock (_gate)
        {
            if (_stage?.Measurement.Counters is { } last)
                (_successes, _errors) = (_successes + last.Successes, _errors + last.Errors);
            _stage = stage;
        }

        StageStarted?.Invoke(stage);
    }

    public void EndStage(StageResult stage) => StageEnded?.Invoke(stage);

    /// <summary>Since the start, warm-ups too.</summary>
    public (long Successes, long Errors) GetRequestCounts()
    {
        lock (_gate)
        {
            // A tally that is being added to may be seen half done; what has been said stays said.
            var now = _stage?.Measurement.Counters;
            _lastCounts = (
                Math.Max(_lastCounts.Successes, _successes + (now?.Successes ?? 0)),
                Math.Max(_lastCounts.Errors, _errors + (now?.Errors ?? 0)));
            return _lastCounts;
        }
    }
}

/// <summary>A stretch of load.</summary>
/// <param name="Variant">Of a comparison; of a run its name.</param>
/// <param name="Name">Warm-up, measure, or the name of a run's phase.</param>
/// <param name="Round">From 1; 0 before the first.</param>
/// <param name="Measurement">What came of it so far.</param>
internal sealed record ActiveStage(string Variant, string Name, int Round, Measurement Measurement)
{
    public const string WarmUp = "warm-up";
    public const string Measure = "measure";

    public bool IsMeasured => Name != WarmUp;
}
