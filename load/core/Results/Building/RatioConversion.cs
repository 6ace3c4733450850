namespace TwoTier.Load.Results.Building;

internal static class RatioConversion
{
    // JSON has no infinity, which the end of an interval can be with two rounds.
    private const double LargestRatio = 1e9;

    /// <summary>Finds the judgement on a variant; null if no round has measured both variants.</summary>
    public static RatioResult? Convert(Judgement? judgement, string variant, ComparedMetric metric, bool isWithheld)
    {
        if (judgement?.Find(variant, metric) is not { } ratio)
            return null;
        var interval = Limit(ratio.Interval);
        return new RatioResult(
            ratio.Estimate.Value,
            interval?.Lo,
            interval?.Hi,
            isWithheld ? RatioVerdict.Withheld : ratio.Verdict!.Value,
            ratio.Estimate.Units);
    }

    /// <summary>Gets the interval of the ratio of the baseline to itself; null if it was not measured.</summary>
    public static ConfidenceInterval? GetNoise(Judgement? judgement, ComparedMetric metric) =>
        Limit(judgement?.Controls.FirstOrDefault(control => control.Metric == metric)?.Interval);

    private static ConfidenceInterval? Limit(ConfidenceInterval? interval) => interval is { } known
        ? new(Math.Max(known.Lo, 1 / LargestRatio), Math.Min(known.Hi, LargestRatio))
        : null;
}
