using Load.Engine;
using Load.Results;
using Load.Target;
using Load.Units;

namespace Load.Live;

/// <summary>Publishes the progress of a run or of a comparison.</summary>
internal abstract class LiveReporter(EventFeed feed, TimeProvider time)
{
    /// <summary>The name of the load tool itself among the names of the monitored processes.</summary>
    public const string ToolName = "load";

    private long _started = time.GetTimestamp();
    private CurrentStage? _current;

    /// <summary>Describes the run at the time of the call.</summary>
    public abstract RunHeader Header { get; }

    /// <summary>The stage that is running, or null before the first one.</summary>
    public CurrentStage? Current => Volatile.Read(ref _current);

    /// <summary>Seconds since the start.</summary>
    public double ElapsedSeconds =>
        SignificantDigits.RoundToFiveDigits(time.GetElapsedTime(_started).TotalSeconds);

    /// <summary>The feed to publish to.</summary>
    protected EventFeed Feed => feed;

    /// <summary>Starts to publish. All elapsed times count from here.</summary>
    public virtual void Start() => _started = time.GetTimestamp();

    /// <summary>Publishes what has changed since the last call and raises no event, such as errors.</summary>
    public virtual void Update()
    {
    }

    /// <summary>Publishes what the final result has in place of interim results.</summary>
    public virtual void PublishResult(Result result)
    {
    }

    /// <summary>Describes a stage that has just started.</summary>
    /// <param name="stage">The stage.</param>
    /// <param name="startTimestamp">The timestamp of its start.</param>
    protected abstract (CurrentStage Current, PhaseEvent Phase) Describe(ActiveStage stage, long startTimestamp);

    /// <summary>Selects a figure of each monitored process, or null if it was not measured.</summary>
    protected static Dictionary<string, double?> SelectByProcess(
        ResourceUsage usage, Func<ProcessMetrics, double?> getFigure) => usage.Processes.ToDictionary(
        process => process.Key, process => process.Value is { } metrics ? getFigure(metrics) : null);

    /// <summary>Publishes the start of a stage.</summary>
    protected void EnterStage(ActiveStage stage)
    {
        var (current, phase) = Describe(stage, time.GetTimestamp());
        Volatile.Write(ref _current, current);
        feed.Publish(LiveEvent.Phase, phase, LiveJson.Default.PhaseEvent);
    }
}

/// <summary>The stage that is running.</summary>
/// <param name="Stage">The stage and its measurement.</param>
/// <param name="StartTimestamp">The timestamp of its start.</param>
/// <param name="Variant">The name of the variant on the page.</param>
/// <param name="MeasuredBefore">Seconds for which the variant had been measured before.</param>
/// <param name="Processes">The monitored processes of the variant.</param>
internal sealed record CurrentStage(
    ActiveStage Stage,
    long StartTimestamp,
    string Variant,
    double MeasuredBefore,
    IReadOnlyList<MonitoredProcess> Processes);
