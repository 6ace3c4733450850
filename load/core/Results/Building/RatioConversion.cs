using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Results.Building;

/// <summary>Converts the judgement on one ratio to the form in which the result file stores it.</summary>
internal static class RatioConversion
{
    /// <summary>Finds a judgement, and converts it. The verdict is left out.</summary>
    /// <returns>The judgement and the ratio; null if there is no round in which both variants were measured.</returns>
    public static (RatioJudgement Judgement, RatioResult Ratio)? Convert(
        ComparisonJudgement? judgements, string variant, string metric)
    {
        if (judgements?.Find(variant, metric) is not { } judgement)
            return null;
        var interval = Round(judgement.Interval);
        return (judgement, new RatioResult(
            RoundToFiveDigits(judgement.Estimate.Value),
            interval?.Lo,
            interval?.Hi,
            null,
            [
                .. judgement.Series.LogsByRound
                    .Select(log => RoundToFiveDigits(log is { } value ? Math.Exp(value) : null)),
            ])
        {
            Robust = judgement.Series.LogRatios.Length < 2
                ? null
                : RoundToFiveDigits(judgement.CalculateRobust()),
            BatchRounds = judgement.Batches is { Size: > 1 } batches ? batches.Size : null,
            Problems = judgement.Failures.Count == 0
                ? null
                : [.. judgement.Failures.Select(failure => failure.Description)],
        });
    }

    /// <summary>Rounds the ends of an interval to five digits.</summary>
    public static ConfidenceInterval? Round(ConfidenceInterval? interval) => interval is { } known
        ? new(
            RoundToFiveDigits(Math.Max(known.Lo, 1 / JudgementChecks.LargestRatio)),
            RoundToFiveDigits(Math.Min(known.Hi, JudgementChecks.LargestRatio)))
        : null;
}
