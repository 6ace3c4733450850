using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Results.Building;

/// <summary>Builds the result of <c>load compare</c> from the trials of the comparison.</summary>
internal sealed class ComparisonResultBuilder(
    RunDescription description, ExperimentPlan plan, IReadOnlyList<TimeSpan> warmups)
{
    /// <summary>
    /// For each variant, the metrics of its monitored processes after the cool-down, by process name. The list is empty
    /// without a cool-down.
    /// </summary>
    public IReadOnlyList<IReadOnlyDictionary<string, ProcessMetrics?>> MetricsAfterCooldown { get; init; } = [];

    /// <summary>The runtimes of the variants' targets; null if they were not monitored.</summary>
    public string? Target { get; init; }

    /// <summary>The use of this machine during the trials; null if it could not be read.</summary>
    public MachineUsage? Machine { get; init; }

    /// <summary>
    /// Builds a result that contains only the plan and the machine, for use before anything is measured.
    /// </summary>
    public Result BuildPlannedResult(DateTimeOffset time) => Build(new CompleteRounds(), time, time);

    /// <summary>Builds the result of the comparison.</summary>
    public Result Build(CompleteRounds measured, DateTimeOffset started, DateTimeOffset ended)
    {
        var (trials, rounds) = (measured.Trials, measured.Count);
        var ratios = new RatioSummary(plan, measured, plan.Looks?.GetFamilyLevel(rounds));
        var judgement = ratios.Judgement;
        ValidityCheck[] checks =
        [
            .. ComparisonChecks.Evaluate(plan, measured, description.Cores, judgement, Machine),
            .. judgement is null ? [] : new[] { JudgementChecks.CheckExtremeRounds(judgement) },
        ];
        var validity = RunValidity.FromChecks(checks, rounds < plan.Rounds && !plan.CanStop(measured));
        ratios.IsWithheld = validity.State != RunValidity.ValidState;
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
                Design = plan.IsDuet ? MeasurementPlan.DuetDesign : null,
                WithinS = plan.TimeLimit?.TotalSeconds,
                Pilot = DescribePilot(),
            },
            Method = new StatisticalMethod(
                "geometric mean of the ratios of each round to the baseline, which "
                    + DescribeBaseline(),
                DescribeIntervals(),
                rounds)
            {
                Margin = plan.Rule.Margin,
                FamilyLevel = plan.Rule.FamilyLevel,
                IntervalLevel = judgement?.IntervalLevel,
                Ties = ratios.FindTies(ComparisonMetrics.Throughput),
                CpuTies = ratios.FindTies(ComparisonMetrics.Cpu),
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
            Noise = ratios.GetNoise(ComparisonMetrics.Throughput),
            CpuNoise = ratios.GetNoise(ComparisonMetrics.Cpu),
            Validity = validity with { SmallestRatio = RoundToFiveDigits(validity.SmallestRatio) },
            Thresholds = EvaluateThresholds(measured),
            HeatMapScale = new Result.HeatMapAxes(
                HeatMap.RowCount,
                GetTrials(trials, 0).Sum(trial => trial.RepliesByColumn.Count),
                HeatMap.LowestMs,
                HeatMap.HighestMs,
                HeatMap.ColumnWidth.TotalSeconds),
            Annotations = [],
            Provenance =
            [
                .. Provenance.ReadMachine(),
                .. Provenance.DescribeTarget(description, Target),
                ["Load", FormatLoad(trials)],
            ],
            Variants = [.. plan.Variants.Select((variant, i) => BuildVariant(variant, i, measured, ratios))],
        };
    }

    private string DescribeBaseline() => plan switch
    {
        { IsDuet: true } => "was loaded at the same moment",
        { BaselineReplicateIndex: null } => "has one trial in each round, as each process has",
        _ => "has two trials in each round",
    };

    private MeasurementPlan.PilotSummary? DescribePilot() => plan switch
    {
        { HasPilot: false } => null,
        { Pilot: not { } } => new MeasurementPlan.PilotSummary(null, null, null, null),
        { Pilot: var pilot } => new MeasurementPlan.PilotSummary(
            RoundToFiveDigits(pilot.SlowestMedian.TotalMilliseconds),
            RoundToFiveDigits(pilot.ColdEffect),
            RoundToFiveDigits(pilot.ColdEffectInterval.Lo),
            RoundToFiveDigits(pilot.ColdEffectInterval.Hi)),
    };

    // The planned length of a trial, or the mean measured length if trials end after a number of requests.
    private double GetTrialSeconds(IReadOnlyList<Trial> trials) => plan.PlannedTrialDuration?.TotalSeconds
        ?? RoundToFiveDigits(trials.Select(trial => trial.ElapsedSeconds).DefaultIfEmpty(0).Average());

    private string FormatLoad(IReadOnlyList<Trial> trials) =>
        $"{plan.Profile.Description}, {LoadModel.Create(plan.Profile).FormatConnections()}, "
        + $"{plan.Rounds} shuffled rounds of "
        + (plan.IsDuet ? "a duet of " : "")
        + $"{GetTrialSeconds(trials)} s, warm-up {FormatWarmup()} s, "
        + $"{plan.TrialWarmup.TotalSeconds} s before each trial, seed {plan.Seed}";

    private string FormatWarmup() => warmups.Count > 0 && warmups.Max() > plan.Warmup
        ? $"{plan.Warmup.TotalSeconds} to {warmups.Max().TotalSeconds}"
        : $"{plan.Warmup.TotalSeconds}";

    private VariantResult BuildVariant(Variant variant, int index, CompleteRounds measured, RatioSummary ratios)
    {
        var own = GetTrials(measured.Trials, index);
        var goodputs = own.Select(trial => trial.Goodput).ToArray();
        var positive = goodputs.Where(goodput => goodput > 0).ToArray();
        var range = positive.Length > 0
            ? LogRatioEstimate.FromIndependentValues([.. positive.Select(value => Math.Log(value))]).GetInterval(0.05)
            : null;
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
            Ratio = ratios.Summarize(variant.Name, ComparisonMetrics.Throughput, VerdictLabels.GetThroughputLabel),
            CpuRatio = ratios.Summarize(variant.Name, ComparisonMetrics.Cpu, VerdictLabels.GetCostLabel),
            AllocRatio = ratios.SummarizeAllocation(variant.Name),
            P50Ratio = ratios.SummarizePercentile(variant.Name, ComparisonMetrics.P50, 0.5),
            P99Ratio = ratios.SummarizePercentile(variant.Name, ComparisonMetrics.P99, 0.99),
        };
    }

    // Interval for each ratio, verdict included: the words that every report repeats.
    private string DescribeIntervals() =>
        $"{(1 - plan.Rule.FamilyLevel) * 100:0.##} % for all ratios together (Bonferroni), Student's t on the log "
        + "ratios of rounds or of batches of dependent rounds; the interval decides: same if it lies within "
        + $"{plan.Rule.Margin * 100:0.##} % of 1, faster or slower if it lies on one side of 1";

    private ThresholdResult[] EvaluateThresholds(CompleteRounds measured) =>
    [
        .. plan.Variants.SelectMany((variant, i) =>
        {
            // A threshold on the throughput is checked against the median of all rounds, which is also the value in the
            // table.
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
