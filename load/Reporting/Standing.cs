using Load.Comparing;

namespace Load.Reporting;

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
    public static IReadOnlyList<Standing> Of(ComparisonPlan plan, IEnumerable<Slice> slices)
    {
        var rates = slices
            .OrderBy(slice => slice.Round)
            .ToLookup(slice => plan.Turns[slice.Variant], slice => (double?)slice.Throughput);
        return
        [
            .. plan.Variants
                .Select(variant => Of(variant, [.. rates[variant]], variant == plan.Baseline ? null : [.. rates[plan.Baseline]]))
                .OrderByDescending(one => one.Median),
        ];
    }

    private static Standing Of(Variant variant, double?[] mine, double?[]? baseline)
    {
        var ratio = baseline is null ? null : PairedRatio.Of(mine, baseline);
        var verdict = baseline is null ? Words.Baseline
            : ratio is null ? ""
            : ratio.ByRound.Count < FirstVerdictRound || ratio.Verdict == Comparing.Verdict.NoDifference ? Words.NotYetClear
            : Words.OfThroughput(ratio.Verdict);
        return new Standing(variant, mine.Length, Comparing.Median.Of(mine.OfType<double>()), ratio, verdict);
    }
}
