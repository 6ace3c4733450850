namespace TwoTier.Load.Experiment;

/// <summary>
/// Collects one value of each metric for each variant and round. CPU time and allocation are those of the target, and
/// allocation gets no verdict.
/// </summary>
internal static class ComparisonMetrics
{
    public const string Throughput = "throughput";
    public const string Cpu = "CPU time";
    public const string Allocation = "allocation";

    public static MeasuredComparison Collect(ExperimentPlan plan, IReadOnlyCollection<Trial> trials)
    {
        var rounds = trials.Select(trial => trial.Round).DefaultIfEmpty(0).Max();
        var byPlace = plan.MeasuredVariants.Select(_ => new Trial?[rounds]).ToArray();
        foreach (var trial in trials)
            byPlace[trial.VariantIndex][trial.Round - 1] = trial;
        return new MeasuredComparison(
            [.. plan.MeasuredVariants.Select(variant => variant.Name)],
            plan.Variants.ToList().IndexOf(plan.Baseline),
            plan.BaselineReplicateIndex,
            [
                new MetricValues(Throughput, GetValues(trial => trial.Goodput)),
                .. plan.MonitorsTarget
                    ? [CreatePerRequest(Cpu, trial => trial.Target?.CpuSeconds)]
                    : Array.Empty<MetricValues>(),
                CreatePerRequest(Allocation, trial => trial.Target?.AllocatedBytes) with { HasVerdicts = false },
            ])
        {
            InOtherProcesses =
            [
                .. plan.Variants.Index()
                    .Where(variant => variant.Item.Requests.BaseUrl != plan.Baseline.Requests.BaseUrl)
                    .Select(variant => variant.Index),
            ],
        };

        MetricValues CreatePerRequest(string name, Func<Trial, double?> getFigure) =>
            new(name, GetValues(trial => trial.GetPerReply(getFigure(trial))))
            {
                WeightsByVariant = GetValues(trial => trial.Requests),
            };

        IReadOnlyList<double?>[] GetValues(Func<Trial, double?> getValue) =>
            [.. byPlace.Select(variant => variant.Select(trial => trial is null ? null : getValue(trial)).ToArray())];
    }
}
