namespace TwoTier.Load.Results;

/// <summary>The words for verdicts in the result file, on the terminal, in Markdown and on the web pages.</summary>
internal static class VerdictLabels
{
    public const string Faster = "faster";

    public const string Slower = "slower";

    public const string Cheaper = "cheaper";

    public const string Costlier = "dearer";

    public const string Same = "same";

    public const string CannotTell = "cannot tell";

    /// <summary>
    /// The label if there is no verdict, because the comparison is invalid or was stopped, or because two starts of
    /// the same build may differ as much as the variants do.
    /// </summary>
    public const string Withheld = "withheld";

    public const string Baseline = "baseline";

    // With two rounds, an interval can reach from zero to a million. Only that it is that wide matters.
    private const double WidestShown = 100;

    /// <summary>Gets the label for a verdict on throughput, where more is better.</summary>
    public static string GetThroughputLabel(RatioVerdict verdict) => Select(verdict, Faster, Slower);

    /// <summary>Gets the label for a verdict on CPU time per request, where less is better.</summary>
    public static string GetCostLabel(RatioVerdict verdict) => Select(verdict, Costlier, Cheaper);

    public static bool IsDifference(string? label) => label is Faster or Slower or Cheaper or Costlier;

    /// <summary>Formats a label with a mark that means the same as its colour, such as "▲ faster".</summary>
    public static string FormatWithMark(string label) => $"{GetMark(label)} {label}".Trim();

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

    private static string GetMark(string label) => label switch
    {
        Faster or Cheaper => "▲",
        Slower or Costlier => "▼",
        Same => "=",
        CannotTell => "?",
        Baseline => "●",
        _ => " ",
    };

    private static string Select(RatioVerdict verdict, string higher, string lower) => verdict switch
    {
        RatioVerdict.Higher => higher,
        RatioVerdict.Lower => lower,
        RatioVerdict.Same => Same,
        _ => CannotTell,
    };
}
