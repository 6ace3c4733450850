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
        VariantStart[] starts =
        [
            .. plan.Variants.Select((variant, i) => new VariantStart(variant.Name, 1)
            {
                Latency = HistogramResult.Create(GetTotal(measured, i).Counters.Latency),
            }),
        ];
        var judgement = plan.Judge(trials, plan.Looks?.GetFamilyLevel(rounds));
        var checks = ComparisonChecks.Evaluate(plan, measured, description.Cores, judgement, Machine);
        var validity = RunValidity.FromChecks(checks, rounds < plan.Rounds && !plan.CanStop(measured));
        var table = plan.CreateTable(trials, starts);
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
                "ratio of the totals of all rounds; the baseline has "
                    + $"{(plan.BaselineReplicateIndex is null ? "one trial" : "two trials")} in each round",
                ComparisonFigures.DescribeIntervals(plan.Rule, table),
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
            Samples = table.Samples,
            Starts = starts,
            Validity = validity,
            Thresholds = EvaluateThresholds(measured),
            HeatMapScale = new Result.HeatMapAxes(
                HeatMap.RowCount, HeatMap.LowestMs, HeatMap.HighestMs, HeatMap.ColumnWidth.TotalSeconds),
            Provenance =
            [
                .. Provenance.ReadMachine(),
                .. Provenance.DescribeTarget(description, Target),
                ["Load", FormatLoad(trials)],
            ],
            Variants =
            [
                .. plan.Variants.Select((variant, i) => ComparisonFigures.Add(
                    BuildVariant(variant, i, measured), table, judgement, validity.State)),
            ],
        };
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

    private VariantResult BuildVariant(Variant variant, int index, CompleteRounds measured)
    {
        var processes = variant.Processes.Select(process => process.Name);
        return VariantResultBuilder.Create(
            variant.Name,
            variant.Requests.Url,
            GetTotal(measured, index),
            GetTrials(measured.Trials, index),
            processes,
            MetricsAfterCooldown.ElementAtOrDefault(index)) with
        {
            Group = variant.Group,
            Summary = variant.Summary,
            WarmupS = warmups.Count > index ? warmups[index].TotalSeconds : null,
        };
    }

    // Both trials of the baseline count.
    private Measurement GetTotal(CompleteRounds measured, int index)
    {
        var total = measured.GetTotal(index);
        if (plan.BaselineReplicateIndex is not { } replicate || plan.Variants[index] != plan.Baseline)
            return total;
        var both = new Measurement(TimeProvider.System, null, Math.Max(1, total.CountersByKind.Count));
        both.Add(total);
        both.Add(measured.GetTotal(replicate));
        return both;
    }

    private ThresholdResult[] EvaluateThresholds(CompleteRounds measured) =>
    [
        .. plan.Variants.SelectMany((variant, i) => plan.Thresholds.Select(threshold =>
            threshold.Evaluate(GetTotal(measured, i).GetFigures(), variant.Name))),
    ];

    // The trials are in the order of the rounds, so that the trials of two variants form pairs.
    private static Trial[] GetTrials(IReadOnlyList<Trial> trials, int variantIndex) =>
        [.. trials.Where(trial => trial.VariantIndex == variantIndex).OrderBy(trial => trial.Round)];
}
