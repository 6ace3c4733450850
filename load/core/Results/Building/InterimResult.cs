namespace TwoTier.Load.Results.Building;

/// <summary>
/// The interim result of a variant while the comparison is still running. It has no verdict: somebody who stops as soon
/// as a verdict pleases is wrong more often than the intervals say.
/// </summary>
internal sealed record InterimResult(Variant Variant, int Rounds, double Rate, RatioJudgement? Ratio, bool IsBaseline)
{
    public static IReadOnlyList<InterimResult> Create(ExperimentPlan plan, IReadOnlyCollection<Trial> trials)
    {
        var judgement = plan.Judge(plan.CreateTable(trials, []));
        return
        [
            .. plan.Variants
                .Select(Create)
                .OrderByDescending(interim => interim.Rate),
        ];

        InterimResult Create(Variant variant)
        {
            Trial[] own = [.. trials.Where(trial => plan.GetVariant(trial.VariantIndex) == variant)];
            var busy = own.Sum(trial => trial.BusySeconds);
            return new InterimResult(
                variant,
                own.Select(trial => trial.Round).Distinct().Count(),
                busy > 0 ? own.Sum(trial => trial.Successes) / busy : 0,
                judgement?.Find(variant.Name, ComparedMetric.Throughput),
                variant == plan.Baseline);
        }
    }
}
