namespace TwoTier.Load.Results.Building;

internal static class RatioConversion
{
    /// <summary>Finds the judgement on a variant, and converts it, with a verdict if there are labels for it.</summary>
    /// <returns>The ratio; null if there is no round in which both variants were measured.</returns>
    public static RatioResult? Convert(
        ComparisonJudgement? judgements, string variant, string metric, Func<RatioVerdict, string>? getLabel = null)
    {
        if (judgements?.Find(variant, metric) is not { Series: var series } judgement)
            return null;
        var interval = Round(judgement.Interval);
        return new RatioResult(
            RoundToFiveDigits(judgement.Estimate.Value),
            interval?.Lo,
            interval?.Hi,
            getLabel is not null && judgement.IsWithheld
                ? VerdictLabels.Withheld
                : getLabel?.Invoke(judgement.Verdict ?? RatioVerdict.CannotTell),
            [.. series.RatiosByRound.Select(RoundToFiveDigits)])
        {
            Units = [.. series.Units.Select(RoundToFiveDigits)],
        };
    }

    /// <summary>Gets the interval of the ratio of the baseline to itself.</summary>
    /// <returns>The interval; null if there are fewer than two rounds, or if the metric was not measured.</returns>
    public static ConfidenceInterval? GetNoise(ComparisonJudgement? judgement, string metric) =>
        Round(judgement?.Controls.FirstOrDefault(control => control.Series.Metric == metric)?.Interval);

    // JSON has no infinity, which the end of an interval can be with two rounds.
    private static ConfidenceInterval? Round(ConfidenceInterval? interval) => interval is { } known
        ? new(
            RoundToFiveDigits(Math.Max(known.Lo, 1 / JudgementChecks.LargestRatio)),
            RoundToFiveDigits(Math.Min(known.Hi, JudgementChecks.LargestRatio)))
        : null;
}
