using Load.Experiment;
using Load.Metrics;
using Load.Statistics;
using Load.Target;
using Load.Validity;
using static Load.Units.SignificantDigits;

namespace Load.Results.Building;

/// <summary>Makes the result of a comparison from its slices.</summary>
internal sealed class ComparisonResultBuilder(RunDescription request, ExperimentPlan plan, IReadOnlyList<TimeSpan> warmups)
{
    public const string Kind = "compare";

    /// <summary>By variant, what its tiers said some time after the load; none where nobody waited.</summary>
    public IReadOnlyList<IReadOnlyDictionary<string, ProcessMetrics?>> Settled { get; init; } = [];

    /// <summary>What is known before anything was measured: the plan and the machine.</summary>
    public Result Planned(DateTimeOffset at) => Build([], at, at);

    public Result Build(IReadOnlyList<Trial> slices, DateTimeOffset started, DateTimeOffset ended)
    {
        var checks = ComparisonChecks.Evaluate(plan, slices, request.Cores);
        var state = checks.Any(check => check.State == CheckState.Fail) ? RunValidity.Invalid
            : slices.Count < plan.TrialCount ? RunValidity.CutShort
            : RunValidity.Valid;
        var rounds = slices.Select(slice => slice.Round).DefaultIfEmpty(0).Max();
        return new Result
        {
            Kind = Kind,
            Id = OutcomeCounts.Id(started, request.Name),
            Tool = Provenance.ThisTool(),
            Started = OutcomeCounts.Rfc3339(started),
            Ended = OutcomeCounts.Rfc3339(ended),
            DurationS = RoundToFiveDigits((ended - started).TotalSeconds),
            Scenario = request.Scenario,
            Command = request.Command,
            Repeat = request.Repeat,
            Model = PartSummary.ModelOf(plan.Profile),
            Workload = plan.Profile.Description,
            Plan = new Plan(
                plan.Rounds,
                SliceSeconds(slices),
                plan.Warmup.TotalSeconds,
                plan.TrialWarmup.TotalSeconds,
                plan.Seed,
                request.Timeout.TotalSeconds),
            Method = new Method(
                "geometric mean of the paired ratios of each round",
                "95 %, Student t over rounds on log ratios; verdicts by the 99 % interval and at least 2 %",
                rounds),
            Baseline = plan.Baseline.Name,
            Groups = plan.Groups,
            Order = [.. plan.TrialOrder[..rounds].Select(round => round.Where(turn => turn != plan.BaselineReplicateIndex).ToArray())],
            Noise = Noise(slices),
            Validity = new RunValidity(state, checks),
            Thresholds = Thresholds(slices),
            Heat = new HeatScale(
                HeatMap.RowCount,
                slices.Where(slice => slice.VariantIndex == 0).Sum(slice => slice.Measurement.HeatMap.GetColumns().Count()),
                HeatMap.LowestMs,
                HeatMap.HighestMs,
                HeatMap.ColumnWidth.TotalSeconds),
            Marks = [],
            Provenance = [.. Provenance.ReadMachine(), ["Load", Load(slices)]],
            Variants = [.. plan.Variants.Select((variant, i) => Build(variant, i, slices, state))],
        };
    }

    // What was planned, or took as long as it took.
    private double SliceSeconds(IReadOnlyList<Trial> slices) => plan.PlannedTrialDuration?.TotalSeconds
        ?? RoundToFiveDigits(slices.Select(slice => slice.Measurement.ElapsedSeconds).DefaultIfEmpty(0).Average());

    private string Load(IReadOnlyList<Trial> slices) =>
        $"{plan.Profile.Description}, {plan.Profile.Connections} connections, {plan.Rounds} shuffled rounds of "
        + $"{SliceSeconds(slices)} s, warm-up {Warmup()} s, "
        + $"{plan.TrialWarmup.TotalSeconds} s before each slice, seed {plan.Seed}";

    private string Warmup() => warmups.Count > 0 && warmups.Max() > plan.Warmup
        ? $"{plan.Warmup.TotalSeconds} to {warmups.Max().TotalSeconds}"
        : $"{plan.Warmup.TotalSeconds}";

    private VariantResult Build(Variant variant, int number, IReadOnlyList<Trial> slices, string state)
    {
        var mine = ByVariant(slices, number);
        var baseline = ByVariant(slices, plan.Variants.ToList().IndexOf(plan.Baseline));
        var rates = mine.Select(slice => slice.Goodput).ToArray();
        var positive = rates.Where(rate => rate > 0).ToArray();
        var range = positive.Length > 0 ? new GeometricMean(positive).GetInterval(0.95) : null;
        var whole = Measurement.Combine([.. mine.Select(slice => slice.Measurement)]);
        return MeasurementSummary.Summarize(variant.Name, variant.Requests.Url, whole) with
        {
            Group = variant.Group,
            Summary = variant.Summary,
            WarmupS = warmups.Count > number ? warmups[number].TotalSeconds : null,
            Throughput = new Throughput(RoundToFiveDigits(Median.Calculate(rates)), RoundToFiveDigits(range?.Lo), RoundToFiveDigits(range?.Hi)),
            Ratio = Ratio(variant, mine, baseline, slice => slice.Goodput, VerdictLabels.ForThroughput, state),
            CpuRatio = Ratio(variant, mine, baseline, slice => slice.GetCpuMs(MonitoredProcess.Target), VerdictLabels.ForCost, state),
            Processes = variant.Processes.ToDictionary(tier => tier.Name, tier => ProcessCost.Calculate(mine, tier.Name, Settled.ElementAtOrDefault(number))),
            Rounds = [.. mine.Select(slice => TrialSummary.Summarize(slice, slice.Goodput))],
            Heat = TrialSummary.HeatOf(mine),
        };
    }

    private ThresholdResult[] Thresholds(IReadOnlyList<Trial> slices) =>
    [
        .. plan.Variants.SelectMany((variant, i) =>
        {
            var whole = Measurement.Combine([.. ByVariant(slices, i).Select(slice => slice.Measurement)]);
            return plan.Thresholds.Select(threshold => threshold.Evaluate(whole, variant.Name));
        }),
    ];

    private RatioResult? Ratio(
        Variant variant,
        Trial[] mine,
        Trial[] baseline,
        Func<Trial, double?> figure,
        Func<Verdict, string> words,
        string state)
    {
        if (variant == plan.Baseline || PairedRatio.Create(mine.Select(figure), baseline.Select(figure)) is not { } ratio)
            return null;
        return new RatioResult(
            RoundToFiveDigits(ratio.Value),
            RoundToFiveDigits(ratio.Interval?.Lo),
            RoundToFiveDigits(ratio.Interval?.Hi),
            state == RunValidity.Invalid ? VerdictLabels.Withheld : words(ratio.Verdict),
            [.. ratio.RatiosByRound.Select(RoundToFiveDigits)],
            ratio.EstimateRoundsForFivePercent());
    }

    private Interval? Noise(IReadOnlyList<Trial> slices)
    {
        var baseline = ByVariant(slices, plan.Variants.ToList().IndexOf(plan.Baseline));
        var interval = PairedRatio.Create(
            ByVariant(slices, plan.BaselineReplicateIndex).Select(slice => (double?)slice.Goodput),
            baseline.Select(slice => (double?)slice.Goodput))?.Interval;
        return interval is { } noise ? new(RoundToFiveDigits(noise.Lo), RoundToFiveDigits(noise.Hi)) : null;
    }

    // By round, so that the slices of two variants are pairs.
    private static Trial[] ByVariant(IReadOnlyList<Trial> slices, int variant) =>
        [.. slices.Where(slice => slice.VariantIndex == variant).OrderBy(slice => slice.Round)];
}
