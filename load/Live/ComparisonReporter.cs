using Load.Engine;
using Load.Experiment;
using Load.Results;
using Load.Results.Building;
using Load.Validity;
using static Load.Units.SignificantDigits;

namespace Load.Live;

/// <summary>Of a comparison.</summary>
internal sealed class ComparisonReporter(
    EventFeed feed, RunDescription request, ExperimentPlan plan, ComparisonProgress progress, TimeProvider time)
    : LiveReporter(feed, time)
{
    private readonly double[] _measured = new double[plan.MeasuredVariants.Count];

    public override RunHeader Header
    {
        get
        {
            var planned = new ComparisonResultBuilder(request, plan, progress.Warmups).BuildPlanned(default);
            return new RunHeader
            {
                Kind = planned.Kind,
                Scenario = request.Name,
                Workload = planned.Workload,
                Plan = planned.Plan,
                Model = planned.Model,
                Baseline = planned.Baseline,
                Groups = planned.Groups,
                Variants = [.. plan.Variants.Select(variant => new HeaderVariant(variant.Name, variant.Group, variant.Summary))],
                Order = [.. plan.TrialOrder.Select(round => round.Select(PlaceOf).ToArray())],
                DurationS = Duration,
            };
        }
    }

    private double Duration => RoundToFiveDigits(plan.GetDuration(progress.Warmups).TotalSeconds);

    public override void Start()
    {
        base.Start();
        progress.StageStarted += Enter;
        progress.TrialEnded += Publish;
        progress.RoundEnded += _ => Judge();
    }

    protected override (CurrentStage Now, PhaseEvent Phase) Describe(ActiveStage stage, long entered)
    {
        var turn = plan.MeasuredVariants.Index().First(turn => turn.Item.Name == stage.Variant).Index;
        var slot = stage.Round == 0 ? turn : Array.IndexOf(plan.TrialOrder[stage.Round - 1], turn);
        var name = NameOf(turn);
        return (
            new CurrentStage(stage, entered, name, _measured[turn], plan.MeasuredVariants[turn].Processes),
            new PhaseEvent(
                ElapsedSeconds,
                stage.IsMeasured ? PhaseEvent.Measure : PhaseEvent.Warmup,
                stage.Round,
                slot + 1,
                name,
                turn == plan.BaselineReplicateIndex,
                null,
                Duration));
    }

    private void Publish(Trial slice)
    {
        var (recorded, usage) = (slice.Measurement, slice.Usage);
        _measured[slice.VariantIndex] += recorded.ElapsedSeconds;
        var cores = ByProcess(usage, used => RoundToFiveDigits(used.CpuSeconds / recorded.ElapsedSeconds));
        cores[ToolName] = RoundToFiveDigits(slice.ToolCores);
        Feed.Publish(
            LiveEvent.Trial,
            new TrialEvent(
                ElapsedSeconds,
                NameOf(slice.VariantIndex),
                slice.VariantIndex == plan.BaselineReplicateIndex,
                slice.Round,
                null,
                RoundToFiveDigits(_measured[slice.VariantIndex]),
                RoundToFiveDigits(recorded.ElapsedSeconds),
                RoundToFiveDigits(slice.Goodput),
                LatencySummary.GetPercentile(recorded.Counters.Latency, 0.5),
                LatencySummary.GetPercentile(recorded.Counters.Latency, 0.99),
                recorded.Counters.Errors,
                cores,
                ByProcess(usage, used => used.PoolThreads),
                ByProcess(usage, used => used.PoolQueue)),
            LiveJson.Default.TrialEvent);
        Publish(Standing.Create(plan, progress.Trials).Select(RowOf));
    }

    /// <summary>What is final: the verdicts may be withheld.</summary>
    public override void PublishResult(Result result) => Publish(result.Variants.OrderByDescending(one => one.Throughput.Median).Select(one =>
        new StandingRow(
            one.Name,
            one.Rounds.Count,
            one.Throughput.Median,
            one.Ratio?.Value,
            one.Ratio?.Lo,
            one.Ratio?.Hi,
            one.Ratio?.Verdict ?? (one.Name == result.Baseline ? VerdictLabels.Baseline : ""))));

    private static StandingRow RowOf(Standing one) => new(
        one.Variant.Name,
        one.Rounds,
        RoundToFiveDigits(one.Median),
        RoundToFiveDigits(one.Ratio?.Value),
        RoundToFiveDigits(one.Ratio?.Interval?.Lo),
        RoundToFiveDigits(one.Ratio?.Interval?.Hi),
        one.Verdict);

    private void Publish(IEnumerable<StandingRow> rows) =>
        Feed.Publish(LiveEvent.Standing, new StandingEvent([.. rows]), LiveJson.Default.StandingEvent);

    // A round is when a run may be believed or not; to add all slices up takes a few milliseconds.
    private void Judge()
    {
        var checks = ComparisonChecks.Evaluate(plan, progress.Trials, Environment.ProcessorCount);
        Feed.Publish(LiveEvent.Validity, RunValidity.From(checks), LiveJson.Default.RunValidity);
    }

    private int PlaceOf(int turn) => turn == plan.BaselineReplicateIndex ? plan.Variants.ToList().IndexOf(plan.Baseline) : turn;

    private string NameOf(int turn) => plan.Variants[PlaceOf(turn)].Name;
}
