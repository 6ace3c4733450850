namespace TwoTier.Load.Results.Building;

/// <summary>
/// The interim result of a variant while the comparison is still running. It has no verdict: somebody who stops as soon
/// as a verdict pleases is wrong more often than the intervals say.
/// </summary>
internal sealed record InterimResult(Variant Variant, int Rounds, double Median, RatioJudgement? Ratio, bool IsBaseline)
{
    public static IReadOnlyList<InterimResult> Create(ExperimentPlan plan, IReadOnlyCollection<Trial> trials)
    {
        var judgement = trials.Count == 0
            ? null
            : new ComparisonJudge(plan.Rule).JudgeComparison(ComparisonMetrics.Collect(plan, trials));
        return
        [
            .. plan.Variants
                .Select((variant, index) => Create(index, variant))
                .OrderByDescending(interim => interim.Median),
        ];

        InterimResult Create(int index, Variant variant)
        {
            var own = trials.Where(trial => trial.VariantIndex == index).Select(trial => trial.Goodput).ToArray();
            return new InterimResult(
                variant,
                own.Length,
                Statistics.Median.Calculate(own),
                judgement?.Find(variant.Name, ComparisonMetrics.Throughput),
                variant == plan.Baseline);
        }
    }
}
