using Load.Experiment;
using Load.Statistics;

namespace Load.Results.Building;

/// <summary>Where a variant stands while its comparison is under way. A verdict shows from round 3 only, and may still change.</summary>
/// <param name="Variant">Which one.</param>
/// <param name="Rounds">It has been measured in.</param>
/// <param name="Median">Successful responses a second; 0 before the first round.</param>
/// <param name="Ratio">To the baseline, of the rounds that both have; null for the baseline, and without one.</param>
/// <param name="Verdict">One of the words; empty where there is no ratio.</param>
internal sealed record Standing(Variant Variant, int Rounds, double Median, PairedRatio? Ratio, string Verdict)
{
    private const int FirstVerdictRound = 3;

    /// <summary>Of all variants, the fastest first.</summary>
    public static IReadOnlyList<Standing> Create(ExperimentPlan plan, IEnumerable<Trial> slices)
    {
        var rates = slices
            .OrderBy(slice => slice.Round)
            .ToLookup(slice => plan.MeasuredVariants[slice.VariantIndex], slice => (double?)slice.Goodput);
        return
        [
            .. plan.Variants
                .Select(variant => Create(variant, [.. rates[variant]], variant == plan.Baseline ? null : [.. rates[plan.Baseline]]))
                .OrderByDescending(one => one.Median),
        ];
    }

    private static Standing Create(Variant variant, double?[] mine, double?[]? baseline)
    {
        var ratio = baseline is null ? null : PairedRatio.Create(mine, baseline);
        var verdict = baseline is null ? VerdictLabels.Baseline
            : ratio is null ? ""
            : ratio.RatiosByRound.Count < FirstVerdictRound || ratio.Verdict == Statistics.Verdict.NoDifference ? VerdictLabels.NotYetClear
            : VerdictLabels.ForThroughput(ratio.Verdict);
        return new Standing(variant, mine.Length, Statistics.Median.Calculate(mine.OfType<double>()), ratio, verdict);
    }
}
