using Load.Statistics;
using Load.Units;

namespace Load.Results;

/// <summary>Verdicts as they are written, the same on every surface.</summary>
internal static class VerdictLabels
{
    public const string Faster = "faster";
    public const string Slower = "slower";
    public const string Cheaper = "cheaper";
    public const string Dearer = "dearer";
    public const string NoDifference = "no difference";
    public const string NotYetClear = "not yet clear";
    public const string Withheld = "withheld";
    public const string Baseline = "baseline";

    public static string ForThroughput(Verdict verdict) => Select(verdict, Faster, Slower);

    public static string ForCost(Verdict verdict) => Select(verdict, Dearer, Cheaper);

    public static string Marked(string verdict) => $"{Mark(verdict)} {verdict}".Trim();

    public static string Between(Interval interval) => $"[{SignificantDigits.FormatRatio(interval.Lo)}, {SignificantDigits.FormatRatio(interval.Hi)}]";

    /// <summary>"1.12 [1.11, 1.14]"; without an interval only the ratio.</summary>
    public static string Ratio(double ratio, double? lo, double? hi) => lo is { } from && hi is { } to
        ? $"{SignificantDigits.FormatRatio(ratio)} {Between(new Interval(from, to))}"
        : SignificantDigits.FormatRatio(ratio);

    // A mark says the same without colour.
    private static string Mark(string verdict) => verdict switch
    {
        Faster or Cheaper => "▲",
        Slower or Dearer => "▼",
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
