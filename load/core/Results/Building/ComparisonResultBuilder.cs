namespace TwoTier.Load.Results.Building;

internal sealed class ComparisonResultBuilder(RunDescription description, ExperimentPlan plan)
    : ResultBuilder(description)
{
    /// <summary>Builds a result of only the plan and the machine, before anything is measured.</summary>
    public Result BuildPlannedResult(DateTimeOffset time) => Build(new CompleteRounds(), time, time) with
    {
        DurationS = RoundToFiveDigits(plan.Duration.TotalSeconds),
    };

    public Result Build(CompleteRounds measured, DateTimeOffset started, DateTimeOffset ended)
    {
        var table = plan.CreateTable(measured);
        var judgement = plan.Judge(table);
        var machine = measured.Summaries is [] ? null
            : MachineUsage.Combine([.. measured.Summaries.Select(start => start.Machine)]);
        var validity = RunValidity.FromChecks(
            measured.Count == 0 ? [] : ComparisonChecks.Evaluate(plan, measured, Description.Cores, table, machine),
            measured.IsCutShort || measured.Count == 0,
            machine?.OtherShare);
        return Create(Result.ComparisonKind, plan.Baseline.Name, started, ended) with
        {
            Model = plan.Profile.DescribeModel(),
            Workload = plan.Profile.Description,
            Plan = new MeasurementPlan(
                plan.Rounds,
                plan.HasShortTurns ? null : plan.SteadyTurn.TotalSeconds,
                plan.Warmup.TotalSeconds,
                plan.Seed,
                Description.Timeout.TotalSeconds)
            {
                LeadS = plan.Lead.TotalSeconds,
                Starts = plan.Starts > 1 ? measured.EndedStarts : null,
            },
            Method = ComparisonFigures.DescribeMethod(plan.Rule, table, measured.Count),
            Samples = table.Samples,
            Validity = validity,
            Thresholds = EvaluateThresholds(measured, judgement),
            Provenance = Describe(measured.LastStart?.Target, FormatLoad(measured)),
            Variants =
            [
                .. plan.Variants.Select((variant, i) => ComparisonFigures.Add(
                    BuildVariant(variant, i, measured), table, judgement, validity.State)),
            ],
        };
    }

    private string FormatLoad(CompleteRounds measured) =>
        $"{plan.Profile.Description}, {plan.Profile.DescribeModel().FormatConnections()}, "
        + (plan.Starts > 1 ? $"{measured.EndedStarts} of {plan.Starts} starts, " : "")
        + $"{measured.Count} shuffled rounds, turns of {measured.LastStart?.Turns}, warm-up of all variants "
        + $"{plan.WarmupOfStart.TotalSeconds:0.#} s or more, {plan.Lead.TotalSeconds} s before each turn, "
        + $"seed {plan.Seed}";

    private static VariantResult BuildVariant(Variant variant, int index, CompleteRounds measured) =>
        CreateVariant(
            variant.Name,
            variant.Url,
            measured.GetTotal(index),
            [.. measured.Summaries.SelectMany(start => start.Costs[index].Periods)],
            variant.Processes.Select(process => process.Name),
            measured.LastStart?.AfterCooldown.ElementAtOrDefault(index)) with
        {
            Summary = variant.Summary,
        };

    private ThresholdResult[] EvaluateThresholds(CompleteRounds measured, Judgement? judgement) =>
    [
        .. plan.RatioThresholds.Select(threshold => threshold.Evaluate(judgement)),
        .. plan.Variants.SelectMany((variant, i) => plan.Thresholds.Select(threshold =>
            threshold.Evaluate(measured.GetTotal(i).GetFigures(), variant.Name))),
    ];
}
