namespace TwoTier.Load.Engine;

/// <summary>The progress of a run: the engine updates it, the terminal and the events read it.</summary>
internal class RunProgress
{
    private readonly Lock _gate = new();
    private IReadOnlyList<ActiveStage> _stages = [];
    private long _successes;
    private long _errors;
    private (long Successes, long Errors) _lastCounts;

    public event Action<ActiveStage>? StageStarted;

    /// <summary>
    /// Raised when a stage of a run has ended. A comparison never raises it, because it has trials instead of stages.
    /// </summary>
    public event Action<StageResult>? StageEnded;

    /// <summary>The stage whose requests are currently being sent; null before the first stage.</summary>
    public ActiveStage? Stage => Stages.Count > 0 ? Stages[0] : null;

    /// <summary>
    /// The stages whose requests are currently being sent: both variants in a duet, otherwise one stage; empty before
    /// the first stage.
    /// </summary>
    public IReadOnlyList<ActiveStage> Stages
    {
        get
        {
            lock (_gate)
                return _stages;
        }
    }

    /// <summary>Replaces the current stages by those that have just started at the same moment.</summary>
    public void StartStage(params IReadOnlyList<ActiveStage> stages)
    {
        lock (_gate)
        {
            _successes += _stages.Sum(stage => stage.Measurement.Counters.Successes);
            _errors += _stages.Sum(stage => stage.Measurement.Counters.Errors);
            _stages = stages;
        }

        foreach (var stage in stages)
            StageStarted?.Invoke(stage);
    }

    public void EndStage(StageResult stage) => StageEnded?.Invoke(stage);

    /// <summary>
    /// Gets the number of successful and unsuccessful requests since the start of the run, warm-ups included.
    /// </summary>
    public (long Successes, long Errors) GetRequestCounts()
    {
        lock (_gate)
        {
            // Counters may be read while they are being updated, so a count is never reported lower than it was before.
            _lastCounts = (
                Math.Max(
                    _lastCounts.Successes,
                    _successes + _stages.Sum(stage => stage.Measurement.Counters.Successes)),
                Math.Max(_lastCounts.Errors, _errors + _stages.Sum(stage => stage.Measurement.Counters.Errors)));
            return _lastCounts;
        }
    }
}

/// <summary>The stage whose requests are currently being sent.</summary>
internal sealed record ActiveStage(string Variant, string Name, int Round, Measurement Measurement)
{
    public const string WarmupStageName = "warm-up";
    public const string MeasuredStageName = "measure";

    /// <summary>True if the stage is measured; false if the stage is a warm-up.</summary>
    public bool IsMeasured => Name != WarmupStageName;
}
