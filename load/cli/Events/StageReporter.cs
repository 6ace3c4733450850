namespace TwoTier.Load.Cli.Events;

internal sealed class StageReporter(
    EventWriter writer, RunDescription description, ExperimentPlan plan, RunProgress progress, TimeProvider time)
    : EventReporter(writer, progress, time)
{
    // By this kind, readers know that nothing is measured.
    public override RunHeader Header =>
        ComparisonReporter.CreateHeader(description, plan, warmups: []) with { Kind = "stage" };

    public override double? MaxErrorShare => plan.Limits.MaxErrorShare;

    protected override (CurrentStage Current, PhaseStartedEvent Phase) Describe(ActiveStage stage, long startTimestamp)
    {
        var (name, workers) = (stage.Variant, stage.Measurement.Workers);
        var processes = plan.Variants.First(variant => variant.Name == name).Processes;
        return (
            new CurrentStage(stage, startTimestamp, name, 0, processes),
            new PhaseStartedEvent(
                ElapsedSeconds, GetKind(stage), stage.Round, 1, name, false, $"{workers} connections", null, workers));
    }
}
