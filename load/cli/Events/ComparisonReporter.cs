namespace TwoTier.Load.Cli.Events;

internal sealed class ComparisonReporter(
    EventWriter writer, RunDescription description, ExperimentPlan plan, ComparisonProgress progress, TimeProvider time)
    : EventReporter(writer, progress, time)
{
    // Judging grows with the comparison, so it is done twice a second at most.
    private const double SecondsBetweenJudgements = 0.5;

    private readonly double[] _measuredSeconds = new double[plan.MeasuredVariants.Count];
    private readonly ComparisonProgress _progress = progress;
    private double _lastJudged;
    private IReadOnlyCollection<Trial> _judgedTrials = [];
    private int _judgedRounds;

    public override RunHeader Header => CreateHeader(description, plan, _progress.Warmups) with
    {
        Order = [.. plan.TrialOrder.Select(round => round.Select(GetVariantIndex).ToArray())],
        DurationS = Duration,
    };

    public override double? MaxErrorShare => plan.Limits.MaxErrorShare;

    private double Duration => RoundToFiveDigits(plan.GetDuration(_progress.Warmups).TotalSeconds);

    public static RunHeader CreateHeader(
        RunDescription description, ExperimentPlan plan, IReadOnlyList<TimeSpan> warmups)
    {
        var planned = new ComparisonResultBuilder(description, plan, warmups).BuildPlannedResult(default);
        return new RunHeader
        {
            Kind = planned.Kind,
            Scenario = description.Name,
            Workload = planned.Workload,
            Plan = planned.Plan,
            Model = planned.Model,
            Baseline = planned.Baseline,
            Groups = planned.Groups,
            Variants =
            [
                .. plan.Variants.Select(variant => new HeaderVariant(variant.Name, variant.Group, variant.Summary)),
            ],
        };
    }

    public override void Start()
    {
        base.Start();
        _progress.TrialEnded += PublishTrial;
    }

    public override void Update()
    {
        var (trials, rounds) = (_progress.Trials, _progress.Rounds.Count);
        if (trials == _judgedTrials || ElapsedSeconds - _lastJudged < SecondsBetweenJudgements)
            return;
        PublishInterimResults(InterimResult.Create(plan, trials).Select(interim => new InterimResultRow(
            interim.Variant.Name,
            interim.Rounds,
            RoundToFiveDigits(interim.Rate),
            RoundToFiveDigits(interim.Ratio?.Estimate.Value),
            RoundToFiveDigits(interim.Ratio?.Interval?.Lo),
            RoundToFiveDigits(interim.Ratio?.Interval?.Hi),
            interim.IsBaseline ? VerdictLabels.Baseline : "")));
        if (rounds != _judgedRounds)
            PublishValidity();
        (_judgedTrials, _judgedRounds, _lastJudged) = (trials, rounds, ElapsedSeconds);
    }

    public override void PublishResult(Result result) => PublishInterimResults(result.Variants
        .OrderByDescending(variant => variant.Throughput.Rate)
        .Select(variant => new InterimResultRow(
            variant.Name,
            result.Samples.Where(sample => sample.Variant == variant.Name)
                .DistinctBy(sample => (sample.Start, sample.Round)).Count(),
            variant.Throughput.Rate,
            variant.Ratio?.Value,
            variant.Ratio?.Lo,
            variant.Ratio?.Hi,
            variant.Ratio is { } ratio ? VerdictLabels.Format(ratio.Verdict)
                : variant.Name == result.Baseline ? VerdictLabels.Baseline : "")));

    protected override (CurrentStage Current, PhaseStartedEvent Phase) Describe(ActiveStage stage, long startTimestamp)
    {
        var index = plan.MeasuredVariants.Index().First(variant => variant.Item.Name == stage.Variant).Index;
        var position = stage.Round == 0 ? index : Array.IndexOf(plan.TrialOrder[stage.Round - 1], index);
        var name = GetVariantName(index);
        var processes = plan.MeasuredVariants[index].Processes;
        return (
            new CurrentStage(stage, startTimestamp, name, _measuredSeconds[index], processes),
            new PhaseStartedEvent(
                ElapsedSeconds,
                GetKind(stage),
                stage.Round,
                position + 1,
                name,
                index == plan.BaselineReplicateIndex,
                null,
                Duration));
    }

    private void PublishTrial(Trial trial)
    {
        _measuredSeconds[trial.VariantIndex] += trial.ElapsedSeconds;
        var cores = Select(used => RoundToFiveDigits(used.CpuSeconds / trial.ElapsedSeconds));
        cores[ToolName] = RoundToFiveDigits(trial.ToolCores);
        Writer.Publish(
            RunEvent.TrialType,
            new TrialEndedEvent(
                ElapsedSeconds,
                GetVariantName(trial.VariantIndex),
                trial.VariantIndex == plan.BaselineReplicateIndex,
                trial.Round,
                null,
                RoundToFiveDigits(_measuredSeconds[trial.VariantIndex]),
                RoundToFiveDigits(trial.ElapsedSeconds),
                RoundToFiveDigits(trial.Goodput),
                LatencySummary.GetMilliseconds(trial.P50Ns),
                LatencySummary.GetMilliseconds(trial.P99Ns),
                trial.Requests,
                trial.Errors,
                cores,
                Select(used => used.ThreadPoolThreads),
                Select(used => used.ThreadPoolQueueLength)));

        // A value is null if it was not measured.
        Dictionary<string, double?> Select(Func<ProcessMetrics, double?> getFigure) =>
            trial.Usage.Processes.ToDictionary(
            process => process.Key, process => process.Value is { } metrics ? getFigure(metrics) : null);
    }

    private void PublishInterimResults(IEnumerable<InterimResultRow> rows) =>
        Writer.Publish(RunEvent.InterimResultsType, new InterimResultsEvent([.. rows]));

    private void PublishValidity()
    {
        var checks = _progress.JudgeRounds(rounds => ComparisonChecks.Evaluate(
            plan, rounds, Environment.ProcessorCount, plan.Judge(rounds)));
        Writer.Publish(RunEvent.ValidityType, RunValidity.FromChecks(checks));
    }

    // The second trial of the baseline in a round counts as a trial of the baseline, not of another variant.
    private int GetVariantIndex(int measuredIndex) => measuredIndex == plan.BaselineReplicateIndex
        ? plan.Variants.ToList().IndexOf(plan.Baseline)
        : measuredIndex;

    private string GetVariantName(int measuredIndex) => plan.Variants[GetVariantIndex(measuredIndex)].Name;
}
