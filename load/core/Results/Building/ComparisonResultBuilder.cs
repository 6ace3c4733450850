namespace TwoTier.Load.Results.Building;

internal sealed class ComparisonResultBuilder(
    RunDescription description, ExperimentPlan plan, IReadOnlyList<TimeSpan> warmups)
{
    /// <summary>For each variant, by process name; empty without a cool-down.</summary>
    public IReadOnlyList<IReadOnlyDictionary<string, ProcessMetrics?>> MetricsAfterCooldown { get; init; } = [];

    public string? Target { get; init; }
    public MachineUsage? Machine { get; init; }

    /// <summary>Builds a result of only the plan and the machine, before anything is measured.</summary>
    public Result BuildPlannedResult(DateTimeOffset time) => Build(new CompleteRounds(), time, time);

    public Result Build(CompleteRounds measured, DateTimeOffset started, DateTimeOffset ended)
    {
        var (trials, rounds) = (measured.Trials, measured.Count);
        var judgement = plan.Judge(measured, plan.Looks?.GetFamilyLevel(rounds));
        var checks = ComparisonChecks.Evaluate(plan, measured, description.Cores, judgement, Machine);
        var validity = RunValidity.FromChecks(checks, rounds < plan.Rounds && !plan.CanStop(measured));
        var isWithheld = validity.State != RunValidity.ValidState;
        if (judgement is not null)
        {
            validity = validity.WithDetectionLimit(
                JudgementChecks.GetDetectionLimit(judgement), JudgementChecks.IsBlind(judgement));
        }

        return new Result
        {
            Kind = Result.ComparisonKind,
            Id = Provenance.CreateResultId(started, description.Name),
            Tool = Provenance.GetTool(),
            Started = Provenance.FormatTimestamp(started),
            Ended = Provenance.FormatTimestamp(ended),
            DurationS = RoundToFiveDigits((ended - started).TotalSeconds),
            Scenario = description.Scenario,
            Command = description.Command,
            RepeatCommand = description.RepeatCommand,
            Model = LoadModel.Create(plan.Profile),
            Workload = plan.Profile.Description,
            Plan = new MeasurementPlan(
                plan.Rounds,
                GetTrialSeconds(trials),
                plan.Warmup.TotalSeconds,
                plan.TrialWarmup.TotalSeconds,
                plan.Seed,
                description.Timeout.TotalSeconds)
            {
                WithinS = plan.TimeLimit?.TotalSeconds,
                HasPilot = plan.HasPilot,
            },
            Method = new StatisticalMethod(
                "geometric mean of the ratios to the baseline of the sums over ten equal batches of rounds; the baseline "
                    + $"has {(plan.BaselineReplicateIndex is null ? "one trial" : "two trials")} in each round",
                DescribeIntervals(),
                rounds)
            {
                Margin = plan.Rule.Margin,
                FamilyLevel = plan.Rule.FamilyLevel,
                IntervalLevel = judgement?.IntervalLevel,
                Looks = plan.Looks?.Count,
                EndedAtLook = plan.Looks?.GetLook(rounds),
            },
            Baseline = plan.Baseline.Name,
            Groups = plan.Groups,
            Order = [.. plan.TrialOrder[..rounds].Select(round =>
                round.Where(index => index != plan.BaselineReplicateIndex).ToArray())],
            BaselineAgain = plan.BaselineReplicateIndex is not { } replicate
                ? null
                : [.. GetTrials(trials, replicate).Select(RoundResult.Create)],
            Noise = RatioConversion.GetNoise(judgement, ComparisonMetrics.Throughput),
            CpuNoise = RatioConversion.GetNoise(judgement, ComparisonMetrics.Cpu),
            Validity = validity with { SmallestRatio = RoundToFiveDigits(validity.SmallestRatio) },
            Thresholds = EvaluateThresholds(measured),
            HeatMapScale = new Result.HeatMapAxes(
                HeatMap.RowCount, HeatMap.LowestMs, HeatMap.HighestMs, HeatMap.ColumnWidth.TotalSeconds),
            Provenance =
            [
                .. Provenance.ReadMachine(),
                .. Provenance.DescribeTarget(description, Target),
                ["Load", FormatLoad(trials)],
            ],
            Variants = [.. plan.Variants.Select((variant, i) => BuildVariant(variant, i, measured, Convert))],
        };

        RatioResult? Convert(string variant, string metric, Func<RatioVerdict, string>? label) =>
            RatioConversion.Convert(
                judgement, variant, metric, label is not null && isWithheld ? _ => VerdictLabels.Withheld : label);
    }

    // The planned length of a trial, or the mean measured length if trials end after a number of requests.
    private double GetTrialSeconds(IReadOnlyList<Trial> trials) => plan.PlannedTrialDuration?.TotalSeconds
        ?? RoundToFiveDigits(trials.Select(trial => trial.ElapsedSeconds).DefaultIfEmpty(0).Average());

    private string FormatLoad(IReadOnlyList<Trial> trials) =>
        $"{plan.Profile.Description}, {LoadModel.Create(plan.Profile).FormatConnections()}, "
        + $"{plan.Rounds} shuffled rounds of {GetTrialSeconds(trials)} s, warm-up {FormatWarmup()} s, "
        + $"{plan.TrialWarmup.TotalSeconds} s before each trial, seed {plan.Seed}";

    private string FormatWarmup() => warmups.Count > 0 && warmups.Max() > plan.Warmup
        ? $"{plan.Warmup.TotalSeconds} to {warmups.Max().TotalSeconds}"
        : $"{plan.Warmup.TotalSeconds}";

    private VariantResult BuildVariant(
        Variant variant,
        int index,
        CompleteRounds measured,
        Func<string, string, Func<RatioVerdict, string>?, RatioResult?> convert)
    {
        var own = GetTrials(measured.Trials, index);
        double[] goodputs = [.. own.Select(trial => trial.Goodput)];
        double[] positive = [.. goodputs.Where(goodput => goodput > 0)];
        var range = positive.Length > 0 ? GeometricMean.FromRounds(positive).GetInterval(0.95) : null;
        var summary = new VariantResult(
            variant.Name,
            variant.Requests.Url,
            measured.GetTotal(index),
            own,
            variant.Processes.Select(process => process.Name),
            MetricsAfterCooldown.ElementAtOrDefault(index));
        return summary with
        {
            Group = variant.Group,
            Summary = variant.Summary,
            WarmupS = warmups.Count > index ? warmups[index].TotalSeconds : null,
            Throughput = summary.Throughput with
            {
                Median = RoundToFiveDigits(Median.Calculate(goodputs)),
                Lo = RoundToFiveDigits(range?.Lo),
                Hi = RoundToFiveDigits(range?.Hi),
            },
            Ratio = convert(variant.Name, ComparisonMetrics.Throughput, VerdictLabels.GetThroughputLabel),
            CpuRatio = convert(variant.Name, ComparisonMetrics.Cpu, VerdictLabels.GetCostLabel),
            AllocRatio = convert(variant.Name, ComparisonMetrics.Allocation, null),
        };
    }

    private string DescribeIntervals() =>
        $"{(1 - plan.Rule.FamilyLevel) * 100:0.##} % for all ratios together (Bonferroni), Student's t on the "
        + "logarithms of these ten ratios; the interval decides: same if it lies within "
        + $"{plan.Rule.Margin * 100:0.##} % of 1, faster or slower if it lies on one side of 1";

    private ThresholdResult[] EvaluateThresholds(CompleteRounds measured) =>
    [
        .. plan.Variants.SelectMany((variant, i) =>
        {
            // The median of all rounds is also the value in the table.
            var figures = measured.GetTotal(i).GetFigures() with
            {
                Goodput = Median.Calculate(GetTrials(measured.Trials, i).Select(trial => trial.Goodput)),
            };
            return plan.Thresholds.Select(threshold => threshold.Evaluate(figures, variant.Name));
        }),
    ];

    // The trials are in the order of the rounds, so that the trials of two variants form pairs.
    private static Trial[] GetTrials(IReadOnlyList<Trial> trials, int variantIndex) =>
        [.. trials.Where(trial => trial.VariantIndex == variantIndex).OrderBy(trial => trial.Round)];
}
