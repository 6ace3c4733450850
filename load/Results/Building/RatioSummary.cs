using Load.Experiment;
using Load.Statistics;
using static Load.Units.SignificantDigits;

namespace Load.Results.Building;

/// <summary>Summarizes the paired ratios between the trials of two variants.</summary>
internal static class RatioSummary
{
    /// <summary>Calculates the ratio of a variant's value, such as its goodput, to the value of the baseline.</summary>
    /// <param name="trials">The variant's trials in the order of the rounds.</param>
    /// <param name="baseline">The baseline's trials in the order of the rounds.</param>
    /// <param name="getFigure">
    /// The function that reads the value to compare from a trial, or returns null if the value was not measured.
    /// </param>
    /// <param name="getLabel">The function that selects the label for the verdict on the ratio.</param>
    /// <returns>The ratio, or null if there is no round in which both variants were measured.</returns>
    public static RatioResult? Summarize(
        Trial[] trials, Trial[] baseline, Func<Trial, double?> getFigure, Func<Verdict, string> getLabel) =>
        PairedRatio.Create(trials.Select(getFigure), baseline.Select(getFigure)) is not { } ratio
            ? null
            : new RatioResult(
                RoundToFiveDigits(ratio.Value),
                RoundToFiveDigits(ratio.Interval?.Lo),
                RoundToFiveDigits(ratio.Interval?.Hi),
                getLabel(ratio.Verdict),
                [.. ratio.RatiosByRound.Select(RoundToFiveDigits)],
                ratio.EstimateRoundsForFivePercent());

    /// <summary>
    /// Calculates the 95 % interval of the goodput ratio of the baseline to itself, which shows how much the
    /// measurement scatters.
    /// </summary>
    /// <param name="replicate">The second trials of the baseline in the order of the rounds.</param>
    /// <param name="baseline">The first trials of the baseline in the order of the rounds.</param>
    /// <returns>The confidence interval, or null if there are fewer than two rounds.</returns>
    public static ConfidenceInterval? SummarizeNoise(Trial[] replicate, Trial[] baseline) => PairedRatio.Create(
        replicate.Select(trial => (double?)trial.Goodput),
        baseline.Select(trial => (double?)trial.Goodput))?.Interval is { } interval
            ? new(RoundToFiveDigits(interval.Lo), RoundToFiveDigits(interval.Hi))
            : null;
}
