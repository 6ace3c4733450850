using Load.Experiment;
using Load.Statistics;

namespace Load.Results.Building;

/// <summary>
/// The interim result of a variant while the comparison is still running. The verdict is shown from the third round on,
/// and may still change.
/// </summary>
/// <param name="Variant">The variant that was measured.</param>
/// <param name="Rounds">The number of rounds in which the variant has been measured.</param>
/// <param name="Median">
/// The median goodput of the rounds so far, in successful responses per second; 0 before the first round.
/// </param>
/// <param name="Ratio">
/// The ratio of the variant's goodput to the baseline's, over the rounds in which both were measured. Null for the
/// baseline itself and before the first round.
/// </param>
/// <param name="Verdict">
/// The verdict on the variant: one of the <see cref="VerdictLabels"/>, or an empty text before the first round.
/// </param>
internal sealed record InterimResult(Variant Variant, int Rounds, double Median, PairedRatio? Ratio, string Verdict)
{
    private const int FirstVerdictRound = 3;

    /// <summary>Creates the interim results of all variants, ordered from the fastest to the slowest.</summary>
    public static IReadOnlyList<InterimResult> Create(ExperimentPlan plan, IEnumerable<Trial> trials)
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

    private static InterimResult Create(Variant variant, double?[] own, double?[]? baseline)
    {
        var ratio = baseline is null ? null : PairedRatio.Create(own, baseline);
        var verdict = baseline is null ? VerdictLabels.Baseline
            : ratio is null ? ""
            : IsClearDifference(ratio) ? VerdictLabels.GetThroughputLabel(ratio.Verdict)
            : VerdictLabels.NotYetClear;
        return new InterimResult(
            variant, own.Length, Statistics.Median.Calculate(own.OfType<double>()), ratio, verdict);
    }

    private static bool IsClearDifference(PairedRatio ratio) =>
        ratio.RatiosByRound.Count >= FirstVerdictRound && ratio.Verdict != Statistics.Verdict.NoDifference;
}
