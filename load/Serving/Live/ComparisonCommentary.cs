using Load.Checking;
using Load.Comparing;
using Load.Reporting;
using Load.Reporting.Model;
using Load.Running;
using static Load.Reporting.Figures;

namespace Load.Serving.Live;

/// <summary>Of a comparison.</summary>
internal sealed class ComparisonCommentary(
    Feed feed, Reporting.Request request, ComparisonPlan plan, ComparisonProgress progress, TimeProvider time)
    : Commentary(feed, time)
{
    private readonly double[] _measured = new double[plan.Turns.Count];

    public override Hello Hello
    {
        get
        {
            var planned = new ComparisonReport(request, plan, progress.Warmups).Planned(default);
            return new Hello
            {
                Kind = planned.Kind,
                Scenario = request.Name,
                Workload = planned.Workload,
                Plan = planned.Plan,
                Model = planned.Model,
                Baseline = planned.Baseline,
                Groups = planned.Groups,
                Variants = [.. plan.Variants.Select(variant => new HelloVariant(variant.Name, variant.Group, variant.Summary))],
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
        progress.SliceDone += Tell;
        progress.RoundDone += _ => Judge();
    }

    protected override (Now Now, PhaseEvent Phase) Of(Stage stage, long entered)
    {
        var turn = plan.Turns.Index().First(turn => turn.Item.Name == stage.Variant).Index;
        var slot = stage.Round == 0 ? turn : Array.IndexOf(plan.Order[stage.Round - 1], turn);
        var name = NameOf(turn);
        return (
            new Now(stage, entered, name, _measured[turn], plan.Turns[turn].Tiers),
            new PhaseEvent(
                Seconds,
                stage.IsMeasured ? PhaseEvent.Measure : PhaseEvent.Warmup,
                stage.Round,
                slot + 1,
                name,
                turn == plan.Again,
                null,
                Duration));
    }

    private void Tell(Slice slice)
    {
        var (recorded, usage) = (slice.Recorded, slice.Usage);
        _measured[slice.Variant] += recorded.Seconds;
        var cores = ByTier(usage, used => Short(used.CpuSeconds / recorded.Seconds));
        cores[Load] = Short(slice.OwnCores);
        Feed.Publish(
            LiveEvent.Slice,
            new SliceEvent(
                Seconds,
                NameOf(slice.Variant),
                slice.Variant == plan.Again,
                slice.Round,
                null,
                Short(_measured[slice.Variant]),
                Short(recorded.Seconds),
                Short(slice.Throughput),
                Latencies.At(recorded.Tally.Latency, 0.5),
                Latencies.At(recorded.Tally.Latency, 0.99),
                recorded.Tally.Errors,
                cores,
                ByTier(usage, used => used.PoolThreads),
                ByTier(usage, used => used.PoolQueue)),
            LiveJson.Default.SliceEvent);
        Tell(Standing.Of(plan, progress.Slices).Select(RowOf));
    }

    /// <summary>What is final: the verdicts may be withheld.</summary>
    public override void End(Result result) => Tell(result.Variants.OrderByDescending(one => one.Throughput.Median).Select(one =>
        new StandingRow(
            one.Name,
            one.Rounds.Count,
            one.Throughput.Median,
            one.Ratio?.Value,
            one.Ratio?.Lo,
            one.Ratio?.Hi,
            one.Ratio?.Verdict ?? (one.Name == result.Baseline ? Words.Baseline : ""))));

    private static StandingRow RowOf(Standing one) => new(
        one.Variant.Name,
        one.Rounds,
        Short(one.Median),
        Short(one.Ratio?.Value),
        Short(one.Ratio?.Interval?.Lo),
        Short(one.Ratio?.Interval?.Hi),
        one.Verdict);

    private void Tell(IEnumerable<StandingRow> rows) =>
        Feed.Publish(LiveEvent.Standing, new StandingEvent([.. rows]), LiveJson.Default.StandingEvent);

    // A round is when a run may be believed or not; to add all slices up takes a few milliseconds.
    private void Judge()
    {
        var checks = ComparisonChecks.Of(plan, progress.Slices, Environment.ProcessorCount);
        Feed.Publish(LiveEvent.Validity, Validity.Of(checks), LiveJson.Default.Validity);
    }

    private int PlaceOf(int turn) => turn == plan.Again ? plan.Variants.ToList().IndexOf(plan.Baseline) : turn;

    private string NameOf(int turn) => plan.Variants[PlaceOf(turn)].Name;
}
