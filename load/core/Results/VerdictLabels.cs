namespace TwoTier.Load.Results;

/// <summary>The words for verdicts in the result file, on the terminal, in Markdown and on the web pages.</summary>
internal static class VerdictLabels
{
    public const string Baseline = "baseline";

    // With two rounds, an interval can reach from zero to a million. Only that it is that wide matters.
    private const double WidestShown = 100;

    public static bool IsDifference(RatioVerdict? verdict) =>
        verdict is RatioVerdict.Faster or RatioVerdict.Slower or RatioVerdict.Cheaper or RatioVerdict.Dearer;

    /// <summary>Formats a verdict with a mark that means the same as its colour, such as "▲ faster".</summary>
    public static string FormatWithMark(RatioVerdict verdict) => $"{GetMark(verdict)} {Format(verdict)}".Trim();

    public static string Format(RatioVerdict verdict) =>
        verdict is RatioVerdict.CannotTell ? "cannot tell" : $"{verdict}".ToLowerInvariant();

    /// <summary>Formats an interval of ratios, such as "[1.11, 1.14]".</summary>
    public static string FormatInterval(ConfidenceInterval interval) =>
        $"[{(interval.Lo < 1 / WidestShown ? $"< {1 / WidestShown}" : SignificantDigits.FormatRatio(interval.Lo))}, "
        + $"{FormatFactor(interval.Hi)}]";

    /// <summary>Formats a factor above 1, such as "1.14", or "> 100" for all that are larger.</summary>
    public static string FormatFactor(double factor) =>
        factor > WidestShown ? $"> {WidestShown}" : SignificantDigits.FormatRatio(factor);

    /// <summary>Formats a ratio with its interval, if it has one: "1.12 [1.11, 1.14]".</summary>
    public static string FormatRatio(double ratio, double? lo, double? hi) => lo is { } from && hi is { } to
        ? $"{SignificantDigits.FormatRatio(ratio)} {FormatInterval(new ConfidenceInterval(from, to))}"
        : SignificantDigits.FormatRatio(ratio);

    public static string GetMark(RatioVerdict verdict) => verdict switch
    {
        RatioVerdict.Faster or RatioVerdict.Cheaper => "▲",
        RatioVerdict.Slower or RatioVerdict.Dearer => "▼",
        RatioVerdict.Same => "=",
        RatioVerdict.CannotTell => "?",
        _ => " ",
    };
}
