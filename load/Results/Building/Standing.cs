using Load.Experiment;
using Load.Statistics;

namespace Load.Results.Building;

/// <summary>
/// The interim result of a variant while its comparison is running. A verdict is shown from the third round on, and may
/// still change.
/// </summary>
/// <param name="Variant">The variant.</param>
/// <param name="Rounds">The number of rounds in which the variant has been measured.</param>
/// <param name="Median">The median of successful responses per second, or 0 before the first round.</param>
/// <param name="Ratio">
/// The ratio to the baseline over the rounds that both have. Null for the baseline itself, and before the first round.
/// </param>
/// <param name="Verdict">One of <see cref="VerdictLabels"/>, or empty before the first round.</param>
internal sealed record Standing(Variant Variant, int Rounds, double Median, PairedRatio? Ratio, string Verdict)
{
    private const int FirstVerdictRound = 3;

    /// <summary>Creates the interim results of all variants, the fastest first.</summary>
    public static IReadOnlyList<Standing> Create(ExperimentPlan plan, IEnumerable<Trial> trials)
    {
        var goodputs = trials
            .OrderBy(trial => trial.Round)
            .ToLookup(trial => plan.MeasuredVariants[trial.VariantIndex], trial => (double?)trial.Goodput);
        var baseline = goodputs[plan.Baseline].ToArray();
        return
        [
            .. plan.Variants
                .Select(variant => Create(
                    variant, [.. goodputs[variant]], variant == plan.Baseline ? null : baseline))
                .OrderByDescending(standing => standing.Median),
        ];
    }

    private static Standing Create(Variant variant, double?[] own, double?[]? baseline)
    {
        var ratio = baseline is null ? null : PairedRatio.Create(own, baseline);
        var verdict = baseline is null ? VerdictLabels.Baseline
            : ratio is null ? ""
            : IsClear(ratio) ? VerdictLabels.ForThroughput(ratio.Verdict)
            : VerdictLabels.NotYetClear;
        return new Standing(
            variant, own.Length, Statistics.Median.Calculate(own.OfType<double>()), ratio, verdict);
    }

    private static bool IsClear(PairedRatio ratio) =>
        ratio.RatiosByRound.Count >= FirstVerdictRound && ratio.Verdict != Statistics.Verdict.NoDifference;
}
