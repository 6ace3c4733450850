using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports.Words;

/// <summary>Creates the summary of a comparison that found no difference: it tells equality from ignorance.</summary>
internal static class NoDifferenceText
{
    /// <summary>Formats the summary of a comparison without any difference.</summary>
    public static string Format(Result result, RankingMetric finding)
    {
        var ratios = result.Variants.Select(finding.GetRatio).OfType<RatioResult>().ToArray();
        var (count, baseline) = (ratios.Length, result.Baseline);
        var same = ratios.Count(ratio => ratio.Verdict == VerdictLabels.Same);
        return result.Validity.State == RunValidity.CutShortState
            ? $"Stopped after round {result.Method.Pairs} of {result.Plan.Rounds}: there are intervals, but no verdicts."
            : result.Method.Margin is not { } margin ? FormatEarlier(result, ratios)
            : same == count ? $"{FormatVariants(count)} the same as {baseline} within {margin * 100:0.##} %."
            : ratios.All(ratio => ratio.Verdict == VerdictLabels.Withheld)
                ? "Verdicts are withheld: the rounds do not measure the same thing."
            : same > 0
                ? $"{same} of {count} variants are the same as {baseline} within {margin * 100:0.##} %; "
                    + $"for the others, {result.Method.Pairs} rounds cannot tell."
                : $"{result.Method.Pairs} rounds cannot tell whether {FormatDiffering(count)} from {baseline}."
                    + FormatRoundsNeeded(ratios);
    }

    private static string FormatVariants(int count) => count == 1 ? "The variant is" : $"All {count} variants are";

    private static string FormatDiffering(int count) =>
        count == 1 ? "the variant differs" : $"any of {count} variants differs";

    private static string FormatRoundsNeeded(RatioResult[] ratios) =>
        ratios.Max(ratio => ratio.RoundsToTell) is { } rounds ? $" About {FormatCount(rounds)} rounds could." : "";

    // Results of earlier versions did not tell equality from ignorance.
    private static string FormatEarlier(Result result, RatioResult[] ratios) =>
        ratios.Length > 0 && ratios.All(ratio => ratio.Lo <= 1 && ratio.Hi >= 1)
            ? $"No difference was found between {result.Variants.Count} variants: every interval contains 1."
            : $"No difference of 2 % or more between {result.Variants.Count} variants was found with 99 % confidence.";
}
