namespace TwoTier.Load.Results;

/// <summary>The words for verdicts in the result file, on the terminal, in Markdown and on the web pages.</summary>
internal static class VerdictLabels
{
    /// <summary>The label if the variant's throughput is higher than the baseline's.</summary>
    public const string Faster = "faster";

    /// <summary>The label if the variant's throughput is lower than the baseline's.</summary>
    public const string Slower = "slower";

    /// <summary>The label if the variant's CPU time per request is lower than the baseline's.</summary>
    public const string Cheaper = "cheaper";

    /// <summary>The label if the variant's CPU time per request is higher than the baseline's.</summary>
    public const string Costlier = "dearer";

    /// <summary>The label if the whole interval lies within the margin around 1.</summary>
    public const string Same = "same";

    /// <summary>The label if the interval contains both equality and a difference that matters.</summary>
    public const string CannotTell = "cannot tell";

    /// <summary>
    /// The label in results of earlier versions if no difference was found. It did not tell equality from ignorance.
    /// </summary>
    public const string NoDifference = "no difference";

    /// <summary>
    /// The label if there is no verdict, because the comparison is invalid or was stopped, or because starts of the
    /// same process may differ as much.
    /// </summary>
    public const string Withheld = "withheld";

    // With two rounds, an interval can reach from zero to a million. Only that it is that wide matters.
    private const double WidestShown = 100;

    /// <summary>The label of the baseline itself.</summary>
    public const string Baseline = "baseline";

    /// <summary>Gets the label for a verdict on throughput, where more is better.</summary>
    public static string GetThroughputLabel(RatioVerdict verdict) => Select(verdict, Faster, Slower);

    /// <summary>Gets the label for a verdict on CPU time per request, where less is better.</summary>
    public static string GetCostLabel(RatioVerdict verdict) => Select(verdict, Costlier, Cheaper);

    /// <summary>Determines whether a label says that a variant differs from the baseline.</summary>
    public static bool IsDifference(string? label) => label is Faster or Slower or Cheaper or Costlier;

    /// <summary>
    /// Formats a verdict label with a symbol before it, such as "▲ faster". The symbol has the same meaning as the
    /// colour of the label.
    /// </summary>
    public static string FormatWithMark(string label) => $"{GetMark(label)} {label}".Trim();

    /// <summary>Formats an interval of ratios, such as "[1.11, 1.14]".</summary>
    public static string FormatInterval(ConfidenceInterval interval) =>
        $"[{(interval.Lo < 1 / WidestShown ? $"< {1 / WidestShown}" : SignificantDigits.FormatRatio(interval.Lo))}, "
        + $"{FormatFactor(interval.Hi)}]";

    /// <summary>
    /// Formats a factor above 1, such as "1.14"; "> 100" if it is so large that its value tells nothing.
    /// </summary>
    public static string FormatFactor(double factor) =>
        factor > WidestShown ? $"> {WidestShown}" : SignificantDigits.FormatRatio(factor);

    /// <summary>
    /// Formats a ratio with its interval, such as "1.12 [1.11, 1.14]". Formats only the ratio if there is no interval.
    /// </summary>
    public static string FormatRatio(double ratio, double? lo, double? hi) => lo is { } from && hi is { } to
        ? $"{SignificantDigits.FormatRatio(ratio)} {FormatInterval(new ConfidenceInterval(from, to))}"
        : SignificantDigits.FormatRatio(ratio);

    private static string GetMark(string label) => label switch
    {
        Faster or Cheaper => "▲",
        Slower or Costlier => "▼",
        Same or NoDifference => "=",
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
