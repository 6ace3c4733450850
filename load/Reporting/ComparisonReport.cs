using Load.Checking;
using Load.Comparing;
using Load.Recording;
using Load.Reporting.Model;
using Load.Scraping;
using static Load.Reporting.Figures;

namespace Load.Reporting;

/// <summary>Makes the result of a comparison from its slices.</summary>
internal sealed class ComparisonReport(Request request, ComparisonPlan plan, IReadOnlyList<TimeSpan> warmups)
{
    public const string Kind = "compare";

    /// <summary>By variant, what its tiers said some time after the load; none where nobody waited.</summary>
    public IReadOnlyList<IReadOnlyDictionary<string, TierReading?>> Settled { get; init; } = [];

    /// <summary>What is known before anything was measured: the plan and the machine.</summary>
    public Result Planned(DateTimeOffset at) => Of([], at, at);

    public Result Of(IReadOnlyList<Slice> slices, DateTimeOffset started, DateTimeOffset ended)
    {
        var checks = ComparisonChecks.Of(plan, slices, request.Cores);
        var state = checks.Any(check => check.State == CheckState.Fail) ? Validity.Invalid
            : slices.Count < plan.Slices ? Validity.CutShort
            : Validity.Valid;
        var rounds = slices.Select(slice => slice.Round).DefaultIfEmpty(0).Max();
        return new Result
        {
            Kind = Kind,
            Id = Outcomes.Id(started, request.Name),
            Tool = Provenance.ThisTool(),
            Started = Outcomes.Rfc3339(started),
            Ended = Outcomes.Rfc3339(ended),
            DurationS = Short((ended - started).TotalSeconds),
            Scenario = request.Scenario,
            Command = request.Command,
            Repeat = request.Repeat,
            Model = Parts.ModelOf(plan.Workload),
            Workload = plan.Workload.Text,
            Plan = new Plan(
                plan.Rounds,
                SliceSeconds(slices),
                plan.Warmup.TotalSeconds,
                plan.SliceWarmup.TotalSeconds,
                plan.Seed,
                request.Timeout.TotalSeconds),
            Method = new Method(
                "geometric mean of the paired ratios of each round",
                "95 %, Student t over rounds on log ratios; verdicts by the 99 % interval and at least 2 %",
                rounds),
            Baseline = plan.Baseline.Name,
            Groups = plan.Groups,
            Order = [.. plan.Order[..rounds].Select(round => round.Where(turn => turn != plan.Again).ToArray())],
            Noise = Noise(slices),
            Validity = new Validity(state, checks),
            Thresholds = Thresholds(slices),
            Heat = new HeatScale(
                HeatMap.Rows,
                slices.Where(slice => slice.Variant == 0).Sum(slice => slice.Recorded.Heat.Columns().Count()),
                HeatMap.LowestMs,
                HeatMap.HighestMs,
                HeatMap.ColumnWidth.TotalSeconds),
            Marks = [],
            Provenance = [.. Provenance.OfThisMachine(), ["Load", Load(slices)]],
            Variants = [.. plan.Variants.Select((variant, i) => Of(variant, i, slices, state))],
        };
    }

    // What was planned, or took as long as it took.
    private double SliceSeconds(IReadOnlyList<Slice> slices) => plan.SliceLength?.TotalSeconds
        ?? Short(slices.Select(slice => slice.Recorded.Seconds).DefaultIfEmpty(0).Average());

    private string Load(IReadOnlyList<Slice> slices) =>
        $"{plan.Workload.Text}, {plan.Workload.Connections} connections, {plan.Rounds} shuffled rounds of "
        + $"{SliceSeconds(slices)} s, warm-up {Warmup()} s, "
        + $"{plan.SliceWarmup.TotalSeconds} s before each slice, seed {plan.Seed}";

    private string Warmup() => warmups.Count > 0 && warmups.Max() > plan.Warmup
        ? $"{plan.Warmup.TotalSeconds} to {warmups.Max().TotalSeconds}"
        : $"{plan.Warmup.TotalSeconds}";

    private VariantResult Of(Variant variant, int number, IReadOnlyList<Slice> slices, string state)
    {
        var mine = ByVariant(slices, number);
        var baseline = ByVariant(slices, plan.Variants.ToList().IndexOf(plan.Baseline));
        var rates = mine.Select(slice => slice.Throughput).ToArray();
        var positive = rates.Where(rate => rate > 0).ToArray();
        var range = positive.Length > 0 ? new LogMean(positive).IntervalAt(0.95) : null;
        var whole = Recorder.Whole([.. mine.Select(slice => slice.Recorded)]);
        return Measured.Of(variant.Name, variant.Target.Url, whole) with
        {
            Group = variant.Group,
            Summary = variant.Summary,
            WarmupS = warmups.Count > number ? warmups[number].TotalSeconds : null,
            Throughput = new Throughput(Short(Median.Of(rates)), Short(range?.Lo), Short(range?.Hi)),
            Ratio = Ratio(variant, mine, baseline, slice => slice.Throughput, Words.OfThroughput, state),
            CpuRatio = Ratio(variant, mine, baseline, slice => slice.CpuMs(Tier.FrontEnd), Words.OfCost, state),
            Tiers = variant.Tiers.ToDictionary(tier => tier.Name, tier => TierCost.Of(mine, tier.Name, Settled.ElementAtOrDefault(number))),
            Rounds = [.. mine.Select(slice => Rounds.Of(slice, slice.Throughput))],
            Heat = Rounds.HeatOf(mine),
        };
    }

    private ThresholdResult[] Thresholds(IReadOnlyList<Slice> slices) =>
    [
        .. plan.Variants.SelectMany((variant, i) =>
        {
            var whole = Recorder.Whole([.. ByVariant(slices, i).Select(slice => slice.Recorded)]);
            return plan.Thresholds.Select(threshold => threshold.Judge(whole, variant.Name));
        }),
    ];

    private RatioResult? Ratio(
        Variant variant,
        Slice[] mine,
        Slice[] baseline,
        Func<Slice, double?> figure,
        Func<Verdict, string> words,
        string state)
    {
        if (variant == plan.Baseline || PairedRatio.Of(mine.Select(figure), baseline.Select(figure)) is not { } ratio)
            return null;
        return new RatioResult(
            Short(ratio.Value),
            Short(ratio.Interval?.Lo),
            Short(ratio.Interval?.Hi),
            state == Validity.Invalid ? Words.Withheld : words(ratio.Verdict),
            [.. ratio.ByRound.Select(Short)],
            ratio.RoundsForFivePercent());
    }

    private Interval? Noise(IReadOnlyList<Slice> slices)
    {
        var baseline = ByVariant(slices, plan.Variants.ToList().IndexOf(plan.Baseline));
        var interval = PairedRatio.Of(
            ByVariant(slices, plan.Again).Select(slice => (double?)slice.Throughput),
            baseline.Select(slice => (double?)slice.Throughput))?.Interval;
        return interval is { } noise ? new(Short(noise.Lo), Short(noise.Hi)) : null;
    }

    // By round, so that the slices of two variants are pairs.
    private static Slice[] ByVariant(IReadOnlyList<Slice> slices, int variant) =>
        [.. slices.Where(slice => slice.Variant == variant).OrderBy(slice => slice.Round)];
}
