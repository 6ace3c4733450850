namespace TwoTier.Load.Results;

/// <summary>How ratios and verdicts are written on the terminal, in Markdown and on the web pages.</summary>
internal static class VerdictLabels
{
    public const string Baseline = "baseline";

    // With two rounds, an interval can reach from zero to a million. Only that it is that wide matters.
    public const double WidestShown = 100;

    public static bool IsDifference(RatioVerdict? verdict) =>
        verdict is RatioVerdict.Faster or RatioVerdict.Slower or RatioVerdict.Cheaper or RatioVerdict.Dearer;

    /// <summary>Formats a verdict as a result has it: "cannot tell".</summary>
    public static string Format(RatioVerdict verdict) =>
        verdict is RatioVerdict.CannotTell ? "cannot tell" : $"{verdict}".ToLowerInvariant();

    /// <summary>Formats an interval of ratios, such as "[1.11, 1.14]".</summary>
    public static string FormatInterval(ConfidenceInterval interval) =>
        $"[{(interval.Lo < 1 / WidestShown ? $"< {1 / WidestShown}" : SignificantDigits.FormatRatio(interval.Lo))}, "
        + $"{(interval.Hi > WidestShown ? $"> {WidestShown}" : SignificantDigits.FormatRatio(interval.Hi))}]";

    /// <summary>Formats a ratio with its interval, if it has one: "1.12 [1.11, 1.14]".</summary>
    public static string FormatRatio(double ratio, double? lo, double? hi) => lo is { } from && hi is { } to
        ? $"{SignificantDigits.FormatRatio(ratio)} {FormatInterval(new ConfidenceInterval(from, to))}"
        : SignificantDigits.FormatRatio(ratio);
}
