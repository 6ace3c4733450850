namespace TwoTier.Load.Results.Building;

internal static class Standings
{
    /// <summary>Ranks the variants of a comparison that still runs.</summary>
    public static IReadOnlyList<Standing> Create(ExperimentPlan plan, IReadOnlyCollection<Trial> trials)
    {
        var judgement = plan.Judge(plan.CreateTable(trials, []));
        return
        [
            .. plan.Variants
                .Select(Create)
                .OrderByDescending(standing => standing.Rate),
        ];

        Standing Create(Variant variant)
        {
            Trial[] own = [.. trials.Where(trial => plan.GetVariant(trial.VariantIndex) == variant)];
            var busy = own.Sum(trial => trial.BusySeconds);
            var ratio = judgement?.Find(variant.Name, ComparedMetric.Throughput);
            return new Standing(
                variant.Name,
                own.DistinctBy(trial => (trial.Start, trial.Round)).Count(),
                busy > 0 ? own.Sum(trial => trial.Successes) / busy : 0,
                Finite(ratio?.Estimate.Value),
                Finite(ratio?.Interval?.Lo),
                Finite(ratio?.Interval?.Hi));
        }

        // Of a variant without a good response so far, there is no ratio.
        static double? Finite(double? value) => value is { } number && double.IsFinite(number) ? number : null;
    }

    /// <summary>Ranks the variants of a comparison that has ended.</summary>
    public static IReadOnlyList<Standing> Create(Result result) =>
    [
        .. result.Variants
            .Select(variant => new Standing(
                variant.Name,
                result.Method.Pairs,
                variant.Throughput.Rate,
                variant.Ratio?.Value,
                variant.Ratio?.Lo,
                variant.Ratio?.Hi,
                variant.Ratio?.Verdict))
            .OrderByDescending(standing => standing.Rate),
    ];
}
