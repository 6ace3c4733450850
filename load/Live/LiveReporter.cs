using Load.Engine;
using Load.Results;
using Load.Target;
using Load.Units;

namespace Load.Live;

/// <summary>Tells the feed what a run is at.</summary>
internal abstract class LiveReporter(EventFeed feed, TimeProvider time)
{
    /// <summary>Beside the tiers, which have names of their own.</summary>
    public const string ToolName = "load";

    private long _began = time.GetTimestamp();
    private CurrentStage? _now;

    /// <summary>What the run is, as of now.</summary>
    public abstract RunHeader Header { get; }

    /// <summary>Null before the first stretch of load.</summary>
    public CurrentStage? Current => Volatile.Read(ref _now);

    /// <summary>Since the beginning.</summary>
    public double ElapsedSeconds => SignificantDigits.RoundToFiveDigits(time.GetElapsedTime(_began).TotalSeconds);

    protected EventFeed Feed => feed;

    /// <summary>The clock starts.</summary>
    public virtual void Start() => _began = time.GetTimestamp();

    /// <summary>Finds what nobody reports.</summary>
    public virtual void Update()
    {
    }

    public virtual void PublishResult(Result result)
    {
    }

    protected abstract (CurrentStage Now, PhaseEvent Phase) Describe(ActiveStage stage, long entered);

    /// <summary>Of each tier; null for one that does not say.</summary>
    protected static Dictionary<string, double?> ByProcess(ResourceUsage usage, Func<ProcessMetrics, double?> figure) =>
        usage.Processes.ToDictionary(tier => tier.Key, tier => tier.Value is { } reading ? figure(reading) : null);

    protected void Enter(ActiveStage stage)
    {
        var (now, phase) = Describe(stage, time.GetTimestamp());
        Volatile.Write(ref _now, now);
        feed.Publish(LiveEvent.Phase, phase, LiveJson.Default.PhaseEvent);
    }
}

/// <summary>A stretch of load that is under way.</summary>
/// <param name="Stage">With what comes of it.</param>
/// <param name="Entered">Timestamp.</param>
/// <param name="Variant">As the pages know it.</param>
/// <param name="MeasuredBefore">Seconds for which the variant had been measured.</param>
/// <param name="Processes">That take part.</param>
internal sealed record CurrentStage(ActiveStage Stage, long Entered, string Variant, double MeasuredBefore, IReadOnlyList<MonitoredProcess> Processes);
