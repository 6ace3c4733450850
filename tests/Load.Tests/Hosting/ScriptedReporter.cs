namespace Load.Tests.Hosting;

/// <summary>A reporter that reports stages which a test starts, instead of the stages of a real run.</summary>
internal sealed class ScriptedReporter(EventWriter writer, TimeProvider time, params MonitoredProcess[] processes)
    : EventReporter(writer, new RunProgress(), time)
{
    /// <summary>The number of seconds for which the variant was measured before the test starts a stage.</summary>
    public const double SecondsMeasuredBefore = 3;

    /// <summary>A sample description of a run, with only the required fields.</summary>
    public static RunHeader SampleHeader { get; } = new()
    {
        Kind = "run",
        Scenario = "s",
        Workload = null,
        Plan = new MeasurementPlan(1, 1, 0, 0, 1),
        Baseline = "s",
        Variants = [],
    };

    /// <summary>The share of errors above which a trial is failing; null without a limit.</summary>
    public double? Limit { get; init; }

    public override double? MaxErrorShare => Limit;

    public override RunHeader Header => SampleHeader;

    /// <summary>Starts a stage in which requests are measured, and publishes the start.</summary>
    public void StartMeasuredStage(Measurement measurement) =>
        EnterStage(new ActiveStage("a", ActiveStage.MeasuredStageName, 1, measurement));

    protected override (
        CurrentStage Current, PhaseStartedEvent Phase) Describe(ActiveStage stage, long startTimestamp) => (
        new CurrentStage(stage, startTimestamp, "a", SecondsMeasuredBefore, processes),
        new PhaseStartedEvent(0, GetKind(stage), 1, 1, "a", false, null, null));
}
