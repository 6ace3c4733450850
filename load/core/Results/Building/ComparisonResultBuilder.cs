namespace TwoTier.Load.Results.Building;

internal sealed class ComparisonResultBuilder(
    RunDescription description, ExperimentPlan plan, IReadOnlyList<TimeSpan> warmups)
{
    /// <summary>Builds a result of only the plan and the machine, before anything is measured.</summary>
    public Result BuildPlannedResult(DateTimeOffset time) => Build(new CompleteRounds(), time, time) with
    {
        DurationS = RoundToFiveDigits(plan.GetDuration(warmups).TotalSeconds),
        Order = [.. plan.TrialOrder.Select(round => round.Select(GetVariantIndex).ToArray())],
    };

    public Result Build(CompleteRounds measured, DateTimeOffset started, DateTimeOffset ended)
    {
        var (trials, rounds) = (measured.Trials, measured.Count);
        var table = plan.CreateTable(trials, measured.DescribeStarts(plan));
        var judgement = plan.Judge(measured);
        var machine = measured.Summaries is [] ? null
            : MachineUsage.Combine([.. measured.Summaries.Select(start => start.Machine)]);
        var checks = rounds == 0 ? []
            : ComparisonChecks.Evaluate(plan, measured, description.Cores, judgement, machine);
        var validity = RunValidity.FromChecks(
            checks,
            rounds < plan.Starts * plan.Rounds && !plan.IsOverTime && !plan.CanStop(measured),
            machine?.OtherShare);
        return new Result
        {
            Kind = Result.ComparisonKind,
            Id = Provenance.CreateResultId(started, description.Name),
            Tool = Provenance.GetTool(),
            Cores = description.Cores,
            Started = Provenance.FormatTimestamp(started),
            Ended = Provenance.FormatTimestamp(ended),
            DurationS = RoundToFiveDigits((ended - started).TotalSeconds),
            Scenario = description.Scenario,
            Command = description.Command,
            RepeatCommand = description.RepeatCommand,
            Model = LoadModelBuilder.Create(plan.Profile),
            Workload = plan.Profile.Description,
            Plan = new MeasurementPlan(
                plan.Starts * plan.Rounds,
                GetTrialSeconds(trials),
                plan.Warmup.TotalSeconds,
                plan.TrialWarmup.TotalSeconds,
                plan.Seed,
                description.Timeout.TotalSeconds)
            {
                Starts = plan.Starts > 1 ? measured.EndedStarts : null,
                WithinS = plan.TimeLimit?.TotalSeconds,
                HasPilot = plan.HasPilot,
            },
            Method = new StatisticalMethod(
                "ratio of the totals of all rounds; the baseline is measured "
                    + $"{(plan.BaselineReplicateIndex is null ? "once" : "twice")} in each round",
                ComparisonFigures.DescribeIntervals(plan.Rule, table),
                rounds)
            {
                Margin = plan.Rule.Margin,
                FamilyLevel = plan.Rule.FamilyLevel,
                IntervalLevel = judgement?.IntervalLevel,
                Looks = plan.Looks?.Count,
                EndedAtLook = plan.Looks?.GetLook(plan.CountSteps(measured)),
            },
            Baseline = plan.Baseline.Name,
            Groups = plan.Groups,
            Order = [.. plan.TrialOrder[..rounds].Select(round =>
                round.Where(index => index != plan.BaselineReplicateIndex).ToArray())],
            Samples = table.Samples,
            Starts = table.Starts,
            Validity = validity,
            Thresholds = EvaluateThresholds(measured, judgement),
            HeatMapScale = new Result.HeatMapAxes(
                HeatMap.RowCount, HeatMap.LowestMs, HeatMap.HighestMs, HeatMap.ColumnWidth.TotalSeconds),
            Provenance =
            [
                .. Provenance.ReadMachine(),
                .. Provenance.DescribeTarget(description, measured.LastStart?.Target),
                ["Load", FormatLoad(trials, measured.EndedStarts)],
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

    private string FormatLoad(IReadOnlyList<Trial> trials, int endedStarts) =>
        $"{plan.Profile.Description}, {LoadModelBuilder.Create(plan.Profile).FormatConnections()}, "
        + (plan.Starts > 1 ? $"{endedStarts} of {plan.Starts} starts, each with " : "")
        + $"{plan.Rounds} shuffled rounds of {GetTrialSeconds(trials)} s, warm-up of all variants {FormatWarmup()} s, "
        + $"{plan.TrialWarmup.TotalSeconds} s before each trial, seed {plan.Seed}";

    private string FormatWarmup()
    {
        var seconds = warmups.DefaultIfEmpty(plan.WarmupOfStart).Select(warmup => warmup.TotalSeconds).ToArray();
        var (least, most) = ($"{seconds.Min():0.#}", $"{seconds.Max():0.#}");
        return least == most ? least : $"{least} to {most}";
    }

    private VariantResult BuildVariant(Variant variant, int index, CompleteRounds measured)
    {
        var result = VariantResultBuilder.Create(
            variant.Name,
            variant.Url,
            GetTotal(measured, index),
            GetTrials(measured.Trials, index),
            variant.Processes.Select(process => process.Name),
            measured.LastStart?.AfterCooldown.ElementAtOrDefault(index)) with
        {
            Group = variant.Group,
            Summary = variant.Summary,
        };
        var counters = measured.Summaries.Select(start => start.Counters.ElementAtOrDefault(index)).ToArray();
        return counters is [{ } first, .. var others]
            && others.Aggregate((ProcessMetrics?)first, ProcessMetrics.Add) is { } used
            ? Add(result, used)
            : result;
    }

    // Adds counters that are known for all trials together, and not for each.
    private static VariantResult Add(VariantResult result, ProcessMetrics used)
    {
        if (result.Processes.GetValueOrDefault(MonitoredProcess.Target) is not { } target)
            return result;
        var processes = result.Processes.ToDictionary();
        processes[MonitoredProcess.Target] = target with
        {
            AllocKb = RoundToFiveDigits(used.AllocatedBytes / result.Requests / 1000),
            GcPauseMsPerS = RoundToFiveDigits(used.GcPauseSeconds * 1000 / result.MeasuredS),
            Exceptions = RoundToFiveDigits(used.Exceptions / result.Requests),
            PoolThreads = used.ThreadPoolThreads,
            PoolQueue = used.ThreadPoolQueueLength,
        };
        return result with { Processes = processes };
    }

    private int GetVariantIndex(int measuredIndex) => plan.Variants.ToList().IndexOf(plan.GetVariant(measuredIndex));

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

    private ThresholdResult[] EvaluateThresholds(CompleteRounds measured, Judgement? judgement) =>
    [
        .. plan.RatioThresholds.Select(threshold => threshold.Evaluate(judgement)),
        .. plan.Variants.SelectMany((variant, i) => plan.Thresholds.Select(threshold =>
            threshold.Evaluate(GetTotal(measured, i).GetFigures(), variant.Name))),
    ];

    // In the order of the rounds of all starts, so that the trials of two variants form pairs.
    private static Trial[] GetTrials(IReadOnlyList<Trial> trials, int variantIndex) =>
        [.. trials.Where(trial => trial.VariantIndex == variantIndex).OrderBy(trial => trial.StartSeconds)];
}
