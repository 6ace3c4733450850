using TwoTier.Load.Units;

namespace TwoTier.Load.Reports.Words;

/// <summary>The words for the ratios of a metric. They quote the interval of a ratio, and never its middle.</summary>
internal sealed record MetricWords(
    ComparedMetric Metric, string Title, string More, string Less, string TimesMore, string TimesLess)
{
    // The largest factor that is called the same, and the smallest ones that are not given in percent.
    private const double LargestSame = 1.08;
    private const double LeastTimesMore = 2;
    private const double LeastTimesLess = 4;

    // With two rounds, an interval can reach from zero to a million. Only that it is that wide matters.
    private const double WidestShown = 100;

    // An interval that ends close to 1 is given in percent, even if its other end is far away.
    private const double LeastNearFactor = 1.25;

    public static MetricWords Throughput { get; } =
        new(ComparedMetric.Throughput, "Throughput", "faster", "slower", "times faster", "times slower");

    public static MetricWords Cpu { get; } = CreateCost(ComparedMetric.CpuTime, "CPU for each request");

    public static MetricWords Allocation { get; } = CreateCost(ComparedMetric.Allocation, "Allocation");

    public static IReadOnlyList<MetricWords> All { get; } = [Throughput, Cpu, Allocation];

    public static bool IsTold(RatioResult? ratio) => ratio?.Verdict
        is RatioVerdict.Faster or RatioVerdict.Slower or RatioVerdict.Cheaper or RatioVerdict.Dearer;

    /// <summary>Whether no difference is told, although nothing is withheld.</summary>
    public static bool IsOpen(RatioResult? ratio) =>
        ratio?.Verdict is RatioVerdict.CannotTell && !IsLikeBaseline(ratio);

    /// <summary>Returns the ratio to the baseline; null for the baseline itself, or if it was not measured.</summary>
    public RatioResult? GetRatio(VariantResult variant) => Metric switch
    {
        ComparedMetric.Throughput => variant.Ratio,
        ComparedMetric.CpuTime => variant.CpuRatio,
        _ => variant.AllocRatio,
    };

    /// <summary>
    /// Says what the interval tells: "4 to 14 % faster", "the same within 4 %", or "within 12 %" if it cannot tell.
    /// </summary>
    public string Describe(RatioResult ratio, RunValidity validity) => ratio switch
    {
        { Verdict: RatioVerdict.Withheld } => validity.State == RunValidity.BusyState ? "too busy to tell" : "withheld",
        { Lo: null } => "one round is too few",
        _ when IsTold(ratio) => validity.State == RunValidity.BusyState ? DescribeLeast(ratio) : DescribeRange(ratio),
        _ => IsLikeBaseline(ratio) ? $"the same {FormatWithin([ratio])}" : FormatWithin([ratio]),
    };

    /// <summary>Says how large a difference is at least: "at least 24 % slower".</summary>
    public string DescribeLeast(RatioResult ratio)
    {
        var (near, _, isMore) = GetEnds(ratio);
        return near >= (isMore ? LeastTimesMore : LeastTimesLess)
            ? $"at least {FormatDown(near)} {(isMore ? TimesMore : TimesLess)}"
            : GetPercent(near, isMore, Math.Floor) is > 0 and var percent
                ? $"at least {percent} % {(isMore ? More : Less)}"
                : $"a little {(isMore ? More : Less)}";
    }

    /// <summary>Formats a ratio with its interval, if it has one: "1.12 [1.11, 1.14]".</summary>
    public static string FormatRatio(double ratio, double? lo, double? hi) => SignificantDigits.FormatRatio(ratio)
        + (lo is { } from && hi is { } to
            ? $" [{(from < 1 / WidestShown ? $"< {1 / WidestShown}" : SignificantDigits.FormatRatio(from))}, "
                + $"{(to > WidestShown ? $"> {WidestShown}" : SignificantDigits.FormatRatio(to))}]"
            : "");

    public static double GetLeastFactor(RatioResult ratio) => GetEnds(ratio).Near;

    /// <summary>Says how far from 1 the ends of intervals are at most: "within 12 %".</summary>
    public static string FormatWithin(IEnumerable<RatioResult> ratios) =>
        ratios.Max(GetFarthestFactor) switch
        {
            < LeastTimesMore and var factor => $"within {GetPercent(factor, isMore: true, Math.Ceiling)} %",
            > WidestShown => "too uncertain to say",
            var factor => $"within a factor of {FormatUp(factor)}",
        };

    /// <summary>Returns whether an interval is so wide that it says nothing.</summary>
    public static bool IsVast(RatioResult ratio) => GetFarthestFactor(ratio) > WidestShown;

    private static double GetFarthestFactor(RatioResult ratio) => Math.Max(ratio.Hi!.Value, 1 / ratio.Lo!.Value);

    private static MetricWords CreateCost(ComparedMetric metric, string title) =>
        new(metric, title, "more", "less", "times as much", "times less");

    private static bool IsLikeBaseline(RatioResult ratio) =>
        ratio.Verdict is RatioVerdict.Same || ratio is { Lo: > 1 / LargestSame, Hi: < LargestSame };

    private string DescribeRange(RatioResult ratio)
    {
        var (near, far, isMore) = GetEnds(ratio);
        var isFactor = far >= (isMore ? LeastTimesMore : LeastTimesLess);
        if (isFactor && near < LeastNearFactor)
            return DescribeLeast(ratio);
        if (isFactor)
        {
            var (least, most) = (FormatDown(near), far > WidestShown ? $"> {WidestShown}" : FormatUp(far));
            return $"{(least == most ? least : $"{least} to {most}")} {(isMore ? TimesMore : TimesLess)}";
        }

        var (from, to) = (GetPercent(near, isMore, Math.Floor), GetPercent(far, isMore, Math.Ceiling));
        return from == 0 ? $"up to {to} % {(isMore ? More : Less)}" : $"{from} to {to} % {(isMore ? More : Less)}";
    }

    // Both ends of the interval as factors above 1.
    private static (double Near, double Far, bool IsMore) GetEnds(RatioResult ratio) =>
        ratio.Lo > 1 ? (ratio.Lo.Value, ratio.Hi!.Value, true) : (1 / ratio.Hi!.Value, 1 / ratio.Lo!.Value, false);

    // Rounded to what the interval bears: its near end towards 1, and its far end away from it.
    private static double GetPercent(double factor, bool isMore, Func<double, double> round) =>
        Round(100 * (isMore ? factor - 1 : 1 - (1 / factor)), round);

    private static string FormatDown(double factor) => Format(factor, Math.Floor);

    private static string FormatUp(double factor) => Format(factor, Math.Ceiling);

    private static string Format(double factor, Func<double, double> round) =>
        factor >= 10 ? $"{Round(factor, round):0}" : $"{Round(10 * factor, round) / 10:0.0}";

    // A number with an error of its last digits is not rounded to the next one.
    private static double Round(double value, Func<double, double> round) => round(Math.Round(value, 6));
}
