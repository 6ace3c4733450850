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
    private readonly double[] _measured = new double[plan.Turns.Count];

    public override RunHeader Hello
    {
        get
        {
            var planned = new ComparisonResultBuilder(request, plan, progress.Warmups).Planned(default);
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
                Order = [.. plan.Order.Select(round => round.Select(PlaceOf).ToArray())],
                DurationS = Duration,
            };
        }
    }

    private double Duration => Short(plan.DurationWith(progress.Warmups).TotalSeconds);

    public override void Begin()
    {
        base.Begin();
        progress.Entered += Enter;
        progress.SliceDone += Publish;
        progress.RoundDone += _ => Judge();
    }

    protected override (Now Now, PhaseEvent Phase) Describe(ActiveStage stage, long entered)
    {
        var turn = plan.Turns.Index().First(turn => turn.Item.Name == stage.Variant).Index;
        var slot = stage.Round == 0 ? turn : Array.IndexOf(plan.Order[stage.Round - 1], turn);
        var name = NameOf(turn);
        return (
            new Now(stage, entered, name, _measured[turn], plan.Turns[turn].Processes),
            new PhaseEvent(
                Seconds,
                stage.IsMeasured ? PhaseEvent.Measure : PhaseEvent.Warmup,
                stage.Round,
                slot + 1,
                name,
                turn == plan.BaselineReplicate,
                null,
                Duration));
    }

    private void Publish(Trial slice)
    {
        var (recorded, usage) = (slice.Recorded, slice.Usage);
        _measured[slice.Variant] += recorded.Seconds;
        var cores = ByProcess(usage, used => Short(used.CpuSeconds / recorded.Seconds));
        cores[Load] = Short(slice.OwnCores);
        Feed.Publish(
            LiveEvent.Slice,
            new SliceEvent(
                Seconds,
                NameOf(slice.Variant),
                slice.Variant == plan.BaselineReplicate,
                slice.Round,
                null,
                Short(_measured[slice.Variant]),
                Short(recorded.Seconds),
                Short(slice.Throughput),
                LatencySummary.At(recorded.Tally.Latency, 0.5),
                LatencySummary.At(recorded.Tally.Latency, 0.99),
                recorded.Tally.Errors,
                cores,
                ByProcess(usage, used => used.PoolThreads),
                ByProcess(usage, used => used.PoolQueue)),
            LiveJson.Default.SliceEvent);
        Publish(Standing.Create(plan, progress.Trials).Select(RowOf));
    }

    /// <summary>What is final: the verdicts may be withheld.</summary>
    public override void End(Result result) => Publish(result.Variants.OrderByDescending(one => one.Throughput.Median).Select(one =>
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
        Short(one.Median),
        Short(one.Ratio?.Value),
        Short(one.Ratio?.Interval?.Lo),
        Short(one.Ratio?.Interval?.Hi),
        one.Verdict);

    private void Publish(IEnumerable<StandingRow> rows) =>
        Feed.Publish(LiveEvent.Standing, new StandingEvent([.. rows]), LiveJson.Default.StandingEvent);

    // A round is when a run may be believed or not; to add all slices up takes a few milliseconds.
    private void Judge()
    {
        var checks = ComparisonChecks.Evaluate(plan, progress.Trials, Environment.ProcessorCount);
        Feed.Publish(LiveEvent.Validity, RunValidity.From(checks), LiveJson.Default.RunValidity);
    }

    private int PlaceOf(int turn) => turn == plan.BaselineReplicate ? plan.Variants.ToList().IndexOf(plan.Baseline) : turn;

    private string NameOf(int turn) => plan.Variants[PlaceOf(turn)].Name;
}
