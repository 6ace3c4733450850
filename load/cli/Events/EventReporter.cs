namespace TwoTier.Load.Cli.Events;

/// <summary>Publishes the progress of a run or of a comparison as events.</summary>
internal abstract class EventReporter(EventFeed feed, TimeProvider time)
{
    /// <summary>The process name under which the CPU use of the load tool itself is published.</summary>
    public const string ToolName = "load";

    private long _startTimestamp = time.GetTimestamp();
    private CurrentStage? _runningStage;

    /// <summary>The description of the run as it is at the time of the call.</summary>
    public abstract RunHeader Header { get; }

    /// <summary>The warm-up, trial or phase that is running. Null before the first one.</summary>
    public CurrentStage? RunningStage => Volatile.Read(ref _runningStage);

    /// <summary>Seconds since the start of the run or comparison.</summary>
    public double ElapsedSeconds =>
        SignificantDigits.RoundToFiveDigits(time.GetElapsedTime(_startTimestamp).TotalSeconds);

    /// <summary>
    /// The share of failed requests, from 0 to 1, above which a trial is failing. Null without a limit.
    /// </summary>
    public virtual double? MaxErrorShare => null;

    /// <summary>Whether events are published.</summary>
    public bool HasStarted { get; private set; }

    /// <summary>The feed of the events.</summary>
    protected EventFeed Feed => feed;

    /// <summary>
    /// Starts publishing events. The elapsed times of all events count from the call of this method.
    /// </summary>
    public virtual void Start() => (_startTimestamp, HasStarted) = (time.GetTimestamp(), true);

    /// <summary>
    /// Publishes changes for which the run raises no event, such as new errors, and whatever takes time. This method is
    /// called four times per second, on a thread that does not measure.
    /// </summary>
    public virtual void Update()
    {
    }

    /// <summary>Publishes the final results, which replace the interim results.</summary>
    public virtual void PublishResult(Result result)
    {
    }

    /// <summary>Describes a stage (a warm-up, a trial or a phase) that has just started.</summary>
    protected abstract (CurrentStage Current, PhaseStartedEvent Phase) Describe(ActiveStage stage, long startTimestamp);

    /// <summary>
    /// Returns one metric of each monitored process, keyed by process name. A value is null if it was not measured.
    /// </summary>
    protected static Dictionary<string, double?> SelectByProcess(
        ResourceUsage usage, Func<ProcessMetrics, double?> getFigure) => usage.Processes.ToDictionary(
        process => process.Key, process => process.Value is { } metrics ? getFigure(metrics) : null);

    /// <summary>
    /// Publishes the start of a stage (a warm-up, a trial or a phase), which becomes the current stage.
    /// </summary>
    protected void EnterStage(ActiveStage stage)
    {
        var (current, phase) = Describe(stage, time.GetTimestamp());
        Volatile.Write(ref _runningStage, current);
        feed.Publish(RunEvent.PhaseType, phase, EventJson.Default.PhaseStartedEvent);
    }
}

/// <summary>The stage that is running: a warm-up, a trial or a phase.</summary>
internal sealed record CurrentStage(
    ActiveStage Stage,
    long StartTimestamp,
    string Variant,
    double MeasuredBefore,
    IReadOnlyList<MonitoredProcess> Processes);
