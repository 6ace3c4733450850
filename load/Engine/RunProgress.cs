using Load.Metrics;

namespace Load.Engine;

/// <summary>The progress of a run: the engine updates it, the terminal and the live page read it.</summary>
internal class RunProgress
{
    private readonly Lock _gate = new();
    private ActiveStage? _stage;
    private long _successes;
    private long _errors;
    private (long Successes, long Errors) _lastCounts;

    public event Action<ActiveStage>? StageStarted;

    /// <summary>
    /// Raised when a stage of a run has ended. A comparison never raises it, because it has trials instead of stages.
    /// </summary>
    public event Action<StageResult>? StageEnded;

    /// <summary>The stage whose requests are currently being sent; null before the first stage.</summary>
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

    /// <summary>
    /// Gets the number of successful and unsuccessful requests since the start of the run, warm-ups included.
    /// </summary>
    public (long Successes, long Errors) GetRequestCounts()
    {
        lock (_gate)
        {
            // Counters may be read while they are being updated, so a count is never reported lower than it was before.
            var current = _stage?.Measurement.Counters;
            _lastCounts = (
                Math.Max(_lastCounts.Successes, _successes + (current?.Successes ?? 0)),
                Math.Max(_lastCounts.Errors, _errors + (current?.Errors ?? 0)));
            return _lastCounts;
        }
    }
}

/// <summary>The stage whose requests are currently being sent.</summary>
/// <param name="Variant">The name of the variant in a comparison; the name of the run otherwise.</param>
/// <param name="Name">
/// The name of the stage if the run has several stages; otherwise <see cref="WarmupStageName"/> or <see cref="MeasuredStageName"/>.
/// </param>
/// <param name="Round">The round of a comparison, from 1; 0 for the warm-up before the first round.</param>
/// <param name="Measurement">The measurement of the stage so far.</param>
internal sealed record ActiveStage(string Variant, string Name, int Round, Measurement Measurement)
{
    public const string WarmupStageName = "warm-up";
    public const string MeasuredStageName = "measure";

    /// <summary>True if the stage is measured; false if the stage is a warm-up.</summary>
    public bool IsMeasured => Name != WarmupStageName;
}
