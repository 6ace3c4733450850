using Load.Engine;
using Load.Live;
using Load.Metrics;
using Load.Results;
using Load.Target;

namespace Load.Tests.Hosting;

/// <summary>A live reporter whose stages are started by the test and not by a run.</summary>
internal sealed class ScriptedReporter(EventFeed feed, TimeProvider time, params MonitoredProcess[] processes)
    : LiveReporter(feed, time)
{
    /// <summary>Seconds for which the variant was measured before the stage that the test starts.</summary>
    public const double MeasuredBefore = 3;

    /// <summary>A sample description of a run, with only the required fields.</summary>
    public static RunHeader SampleHeader { get; } = new()
    {
        Kind = "run",
        Scenario = "s",
        Workload = null,
        Plan = new MeasurementPlan(1, 1, 0, 0, 1),
        Model = new LoadModel("closed", 1),
        Baseline = "s",
        Groups = new Dictionary<string, string>(),
        Variants = [],
        Order = [],
        DurationS = null,
    };

    public override RunHeader Header => SampleHeader;

    /// <summary>Starts a measured stage, and publishes its start.</summary>
    public void StartMeasuredStage(Measurement measurement) =>
        EnterStage(new ActiveStage("a", ActiveStage.MeasuredStageName, 1, measurement));

    protected override (
        CurrentStage Current, PhaseStartedEvent Phase) Describe(ActiveStage stage, long startTimestamp) => (
        new CurrentStage(stage, startTimestamp, "a", MeasuredBefore, processes),
        new PhaseStartedEvent(0, PhaseStartedEvent.MeasuredKind, 1, 1, "a", false, null, null));
}
