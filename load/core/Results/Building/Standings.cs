namespace TwoTier.Load.Results.Building;

internal static class Standings
{
    /// <summary>Ranks the variants of a comparison that still runs.</summary>
    public static IReadOnlyList<Standing> Create(ExperimentPlan plan, CompleteRounds rounds)
    {
        var table = plan.CreateTable(rounds);
        var judgement = plan.Judge(table);
        return [.. plan.Variants.Select(Create).OrderByDescending(standing => standing.Rate)];

        Standing Create(Variant variant)
        {
            var ratio = judgement?.Find(variant.Name, ComparedMetric.Throughput);
            return new Standing(
                variant.Name,
                table.Samples.Where(sample => sample.Variant == variant.Name).Sum(sample => sample.Turns),
                table.GetTotal(variant.Name, ComparedMetric.Throughput) ?? 0,
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
                result.Method.Rounds,
                variant.Throughput.Rate,
                variant.Ratio?.Value,
                variant.Ratio?.Lo,
                variant.Ratio?.Hi,
                variant.Ratio?.Verdict))
            .OrderByDescending(standing => standing.Rate),
    ];
}
