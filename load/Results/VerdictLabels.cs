using Load.Statistics;
using Load.Units;

namespace Load.Results;

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

    /// <summary>The label if no difference between the variant and the baseline was found.</summary>
    public const string NoDifference = "no difference";

    /// <summary>The label if the comparison is still running and no difference has been found yet.</summary>
    public const string NotYetClear = "not yet clear";

    /// <summary>The label if the comparison is invalid and therefore has no verdicts.</summary>
    public const string Withheld = "withheld";

    /// <summary>The label of the baseline itself.</summary>
    public const string Baseline = "baseline";

    /// <summary>Gets the label for a verdict on throughput, where more is better.</summary>
    public static string GetThroughputLabel(Verdict verdict) => Select(verdict, Faster, Slower);

    /// <summary>Gets the label for a verdict on CPU time per request, where less is better.</summary>
    public static string GetCostLabel(Verdict verdict) => Select(verdict, Costlier, Cheaper);

    /// <summary>
    /// Formats a verdict label with a symbol before it, such as "▲ faster". The symbol has the same meaning as the
    /// colour of the label.
    /// </summary>
    public static string FormatWithMark(string label) => $"{GetMark(label)} {label}".Trim();

    /// <summary>Formats an interval of ratios, such as "[1.11, 1.14]".</summary>
    public static string FormatInterval(ConfidenceInterval interval) =>
        $"[{SignificantDigits.FormatRatio(interval.Lo)}, {SignificantDigits.FormatRatio(interval.Hi)}]";

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
        NoDifference => "=",
        Baseline => "●",
        NotYetClear => "…",
        _ => " ",
    };

    private static string Select(Verdict verdict, string higher, string lower) => verdict switch
    {
        Verdict.Higher => higher,
        Verdict.Lower => lower,
        _ => NoDifference,
    };
}
