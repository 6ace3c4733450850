namespace TwoTier.Load.Experiment;

/// <summary>
/// Collects one value of each metric for each variant and round. CPU time and allocation are those of the target.
/// </summary>
internal static class ComparisonMetrics
{
    public const string Throughput = "throughput";
    public const string Cpu = "CPU time";
    public const string Allocation = "allocation";
    public const string P50 = "p50";
    public const string P99 = "p99";

    /// <summary>Collects the metrics that have one value in each trial. Allocation gets no verdict.</summary>
    public static MeasuredComparison Collect(ExperimentPlan plan, IReadOnlyCollection<Trial> trials)
    {
        var rounds = trials.Select(trial => trial.Round).DefaultIfEmpty(0).Max();
        var byPlace = plan.MeasuredVariants.Select(_ => new Trial?[rounds]).ToArray();
        foreach (var trial in trials)
            byPlace[trial.VariantIndex][trial.Round - 1] = trial;
        return Create(
            plan,
            [
                CreateMetric(Throughput, trial => trial.Goodput),
                .. plan.MonitorsTarget
                    ? [CreateMetric(Cpu, trial => trial.GetPerReply(trial.Target?.CpuSeconds))]
                    : Array.Empty<MetricValues>(),
                CreateMetric(Allocation, trial => trial.GetPerReply(trial.Target?.AllocatedBytes)) with
                {
                    HasVerdicts = false,
                },
            ]) with
        {
            Order = plan.IsDuet ? null : [.. plan.TrialOrder.Take(rounds)],
        };

        MetricValues CreateMetric(string name, Func<Trial, double?> getValue) => new(
            name,
            [.. byPlace.Select(variant => variant.Select(trial => trial is null ? null : getValue(trial)).ToArray())]);
    }

    /// <summary>
    /// Collects a percentile of the latency. It has one value in each batch of rounds, and no verdict.
    /// </summary>
    public static MeasuredComparison CollectPercentiles(
        ExperimentPlan plan, LatencyBatches latencies, string name, double quantile) =>
        Create(plan, [new MetricValues(name, latencies.GetPercentiles(quantile)) { HasVerdicts = false }]);

    private static MeasuredComparison Create(ExperimentPlan plan, MetricValues[] metrics) => new(
        [.. plan.MeasuredVariants.Select(variant => variant.Name)],
        plan.Variants.ToList().IndexOf(plan.Baseline),
        plan.BaselineReplicateIndex,
        metrics);
}
