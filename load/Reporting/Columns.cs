using Load.Reporting.Model;
using Load.Reporting.Terminal;
using Spectre.Console;
using static Load.Reporting.Figures;

namespace Load.Reporting;

/// <summary>The columns that a comparison's tables are made of. Figures of an invalid run stay, dimmed.</summary>
internal sealed class Columns(Result result)
{
    private const int LongestName = 30;
    private readonly Finding _finding = new(result);
    private readonly Style _plain = new FigureTint(result).Plain;
    private readonly Style _strong = new FigureTint(result).Strong;

    public Column Name(string heading = "variant")
    {
        var width = Math.Clamp(result.Variants.Max(variant => variant.Name.Length), heading.Length, LongestName);
        return new Column(heading, variant => variant.Name, -width, Style);

        Style Style(VariantResult variant) => IsBaseline(variant) ? Tint.Strong : _plain;
    }

    public Column Rate() => new("req/s", variant => Figure(variant.Throughput.Median), 7, _ => _strong);

    public Column Drawing() => new(
        Bars.AxisHeading, Draw, -Bars.AxisWidth, variant => Tint.OfVerdict(Word(variant, _finding.Of)));

    public Column Ratio(string heading, Func<VariantResult, RatioResult?> of) =>
        new(heading, variant => Text(variant, of(variant)), -Math.Max(23, heading.Length), _ => _plain);

    public Column Verdict(Func<VariantResult, RatioResult?> of) => new(
        "verdict", variant => Words.Marked(Word(variant, of)), -15, variant => Tint.OfVerdict(Word(variant, of)));

    public Column Latency(string heading, Func<LatencyResult, double?> of, bool isStrong = false) =>
        new(heading, variant => Figure(of(variant.Latency)), 5, _ => isStrong ? _strong : _plain);

    public Column Cost(
        string heading, string tier, Func<TierResult, double?> of, int width = 0, bool isStrong = false) => new(
        heading,
        variant => Figure(variant.Tiers.GetValueOrDefault(tier) is { } cost ? of(cost) : null),
        width,
        _ => isStrong ? _strong : _plain);

    /// <summary>A whole number, such as threads.</summary>
    public Column Level(string heading, string tier, Func<TierResult, double?> of, int width = 0) => new(
        heading,
        variant => Whole(variant.Tiers.GetValueOrDefault(tier) is { } cost ? of(cost) : null),
        width,
        _ => _plain);

    /// <summary>What a tier holds, and leaves behind; none where no variant says so.</summary>
    public IReadOnlyList<Column> Holdings(string tier)
    {
        Column[] all =
        [
            Cost("connections/s", tier, cost => cost.ConnectionsPerS, 13),
            Level("TIME_WAIT", tier, cost => cost.TimeWait, 9),
            Cost("working set MB", tier, cost => cost.WorkingSetMb, 14),
            Cost("after", tier, cost => cost.WorkingSetAfterMb, 5),
            Cost("anonymous MB", tier, cost => cost.AnonymousMb, 12),
            Cost("after", tier, cost => cost.AnonymousAfterMb, 5),
        ];
        return [.. all.Where(column => result.Variants.Any(variant => column.Text(variant) != None))];
    }

    public Column Errors() => new("errors", variant => Count(variant.Errors), 6, _ => _plain);

    private bool IsBaseline(VariantResult variant) => variant.Name == result.Baseline;

    private string Word(VariantResult variant, Func<VariantResult, RatioResult?> of) =>
        IsBaseline(variant) ? Words.Baseline : of(variant)?.Verdict ?? None;

    private string Text(VariantResult variant, RatioResult? ratio) => ratio is null
        ? IsBaseline(variant) ? "1" : None
        : Words.Ratio(ratio.Value, ratio.Lo, ratio.Hi);

    private string Draw(VariantResult variant) => _finding.Of(variant) switch
    {
        null => IsBaseline(variant) ? Bars.Interval(1, 1, 1) : "",
        var ratio => Bars.Interval(ratio.Value, ratio.Lo ?? ratio.Value, ratio.Hi ?? ratio.Value),
    };
}
