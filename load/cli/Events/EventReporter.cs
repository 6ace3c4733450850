namespace TwoTier.Load.Cli.Events;

/// <summary>Publishes the progress of a run, of a comparison or of a stage as events.</summary>
internal abstract class EventReporter(EventWriter writer, RunProgress progress, TimeProvider time)
{
    public const string ToolName = "load";

    private long _startTimestamp = time.GetTimestamp();
    private CurrentStage? _runningStage;

    public abstract RunHeader Header { get; }

    public CurrentStage? RunningStage => Volatile.Read(ref _runningStage);

    public double ElapsedSeconds =>
        SignificantDigits.RoundToFiveDigits(time.GetElapsedTime(_startTimestamp).TotalSeconds);

    /// <summary>
    /// The share of failed requests, from 0 to 1, above which a trial is failing. Null without a limit.
    /// </summary>
    public virtual double? MaxErrorShare => null;

    public bool HasStarted { get; private set; }

    protected EventWriter Writer => writer;

    public virtual void Start()
    {
        (_startTimestamp, HasStarted) = (time.GetTimestamp(), true);
        progress.StageStarted += EnterStage;
        progress.StageEnded += EndStage;
    }

    /// <summary>
    /// Publishes changes for which the run raises no event, and whatever takes time: called four times per second, on a
    /// thread that does not measure.
    /// </summary>
    public virtual void Update()
    {
    }

    public virtual void PublishResult(Result result)
    {
    }

    protected abstract (CurrentStage Current, PhaseStartedEvent Phase) Describe(ActiveStage stage, long startTimestamp);

    /// <summary>Publishes the end of a stage of a run; a comparison has trials instead.</summary>
    protected virtual void EndStage(StageResult stage)
    {
    }

    protected static string GetKind(ActiveStage stage) => stage.IsMeasured ? "measure" : "warmup";

    protected void EnterStage(ActiveStage stage)
    {
        var (current, phase) = Describe(stage, time.GetTimestamp());
        Volatile.Write(ref _runningStage, current);
        writer.Publish(RunEvent.PhaseType, phase);
    }
}

internal sealed record CurrentStage(
    ActiveStage Stage,
    long StartTimestamp,
    string Variant,
    double MeasuredBefore,
    IReadOnlyList<MonitoredProcess> Processes);
