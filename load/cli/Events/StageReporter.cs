namespace TwoTier.Load.Cli.Events;

/// <summary>Publishes which variant is shown under load that does not end.</summary>
internal sealed class StageReporter(
    EventFeed feed, RunDescription description, ExperimentPlan plan, RunProgress progress, TimeProvider time)
    : EventReporter(feed, time)
{
    public const string Kind = "stage";

    public override RunHeader Header =>
        ComparisonReporter.CreateHeader(description, plan, warmups: []) with { Kind = Kind };

    public override double? MaxErrorShare => plan.Limits.MaxErrorShare;

    public override void Start()
    {
        base.Start();
        progress.StageStarted += EnterStage;
    }

    protected override (CurrentStage Current, PhaseStartedEvent Phase) Describe(
        ActiveStage stage, long startTimestamp) => (
        new CurrentStage(
            stage,
            startTimestamp,
            stage.Variant,
            0,
            plan.Variants.First(variant => variant.Name == stage.Variant).Processes),
        new PhaseStartedEvent(
            ElapsedSeconds,
            PhaseStartedEvent.MeasuredKind,
            stage.Round,
            1,
            stage.Variant,
            false,
            $"{stage.Measurement.Workers} connections",
            null,
            stage.Measurement.Workers));
}
