namespace TwoTier.Load.Experiment;

/// <summary>
/// Collects the values that a comparison judges: one value of each metric for each variant and round.
/// </summary>
internal static class ComparisonMetrics
{
    /// <summary>Successful responses per second.</summary>
    public const string Throughput = "throughput";

    /// <summary>The target's CPU time per response.</summary>
    public const string Cpu = "CPU time";

    /// <summary>The bytes that the target allocated per response.</summary>
    public const string Allocation = "allocation";

    /// <summary>The median latency.</summary>
    public const string P50 = "p50";

    /// <summary>The 99th percentile of the latency.</summary>
    public const string P99 = "p99";

    /// <summary>
    /// Collects the metrics that have one value in each trial: throughput and CPU time, which get verdicts, and
    /// allocation, which gets only intervals.
    /// </summary>
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
    /// Collects a percentile of the latency, which has one value in each batch of rounds and gets only intervals.
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
