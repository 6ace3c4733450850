namespace TwoTier.Load.Cli.Events;

/// <summary>Publishes the progress of a run or of a comparison as events.</summary>
internal abstract class EventReporter(EventFeed feed, TimeProvider time)
{
    public const string ToolName = "load";

    private long _startTimestamp = time.GetTimestamp();
    private CurrentStage? _runningStage;

    public abstract RunHeader Header { get; }

    /// <summary>The warm-up, trial or phase that is running. Null before the first one.</summary>
    public CurrentStage? RunningStage => Volatile.Read(ref _runningStage);

    public double ElapsedSeconds =>
        SignificantDigits.RoundToFiveDigits(time.GetElapsedTime(_startTimestamp).TotalSeconds);

    /// <summary>
    /// The share of failed requests, from 0 to 1, above which a trial is failing. Null without a limit.
    /// </summary>
    public virtual double? MaxErrorShare => null;

    public bool HasStarted { get; private set; }

    protected EventFeed Feed => feed;

    public virtual void Start() => (_startTimestamp, HasStarted) = (time.GetTimestamp(), true);

    public virtual void Update()
    {
    }

    public virtual void PublishResult(Result result)
    {
    }

    protected abstract (CurrentStage Current, PhaseStartedEvent Phase) Describe(ActiveStage stage, long startTimestamp);

    /// <summary>
    /// Returns one metric of each monitored process, keyed by process name. A value is null if it was not measured.
    /// </summary>
    protected static Dictionary<string, double?> SelectByProcess(
        ResourceUsage usage, Func<ProcessMetrics, double?> getFigure) => usage.Processes.ToDictionary(
        process => process.Key, process => process.Value is { } metrics ? getFigure(metrics) : null);

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
