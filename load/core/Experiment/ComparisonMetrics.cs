namespace TwoTier.Load.Experiment;

/// <summary>
/// Collects the values that a comparison judges: one value of each metric for each variant and round.
/// </summary>
internal static class ComparisonMetrics
{
    /// <summary>The name of the metric of successful responses per second.</summary>
    public const string Throughput = "throughput";

    /// <summary>The name of the metric of the target's CPU time per request.</summary>
    public const string Cpu = "CPU time";

    /// <summary>The name of the metric of the bytes that the target allocated per request.</summary>
    public const string Allocation = "allocation";

    /// <summary>The name of the metric of the median latency.</summary>
    public const string P50 = "p50";

    /// <summary>The name of the metric of the 99th percentile of the latency.</summary>
    public const string P99 = "p99";

    /// <summary>
    /// Collects the metrics that have one value in each trial: throughput and CPU time, which get verdicts, and
    /// allocation, which gets only intervals.
    /// </summary>
    public static MeasuredComparison Collect(ExperimentPlan plan, IReadOnlyCollection<Trial> trials)
    {
        var rounds = trials.Select(trial => trial.Round).DefaultIfEmpty(0).Max();
        var byPlace = trials.ToDictionary(trial => (trial.VariantIndex, trial.Round));
        return Create(
            plan,
            [
                new MetricValues(Throughput, GetValues(trial => trial.Goodput)),
                .. IsMonitored(plan) ? new[] { new MetricValues(Cpu, GetValues(trial => trial.GetTargetCpuMs())) } : [],
                new MetricValues(Allocation, GetValues(trial => trial.GetTargetAllocation())) { HasVerdicts = false },
            ]) with
        {
            Order = plan.IsDuet ? null : [.. plan.TrialOrder.Take(rounds)],
        };

        IReadOnlyList<IReadOnlyList<double?>> GetValues(Func<Trial, double?> getValue) =>
        [
            .. Enumerable.Range(0, plan.MeasuredVariants.Count).Select(variant => Enumerable.Range(1, rounds)
                .Select(round => byPlace.TryGetValue((variant, round), out var trial) ? getValue(trial) : null)
                .ToArray()),
        ];
    }

    /// <summary>
    /// Collects the percentiles of the latency, which have one value in each batch of rounds and get only intervals.
    /// </summary>
    public static MeasuredComparison CollectPercentiles(
        ExperimentPlan plan, LatencyBatches latencies, string name, double quantile) =>
        Create(plan, [new MetricValues(name, latencies.GetPercentiles(quantile)) { HasVerdicts = false }]);

    private static bool IsMonitored(ExperimentPlan plan) =>
        plan.Baseline.Processes.Any(process => process.Name == MonitoredProcess.Target);

    private static MeasuredComparison Create(ExperimentPlan plan, MetricValues[] metrics) => new(
        [.. plan.MeasuredVariants.Select(variant => variant.Name)],
        plan.Variants.ToList().IndexOf(plan.Baseline),
        plan.BaselineReplicateIndex,
        metrics);
}
