using Load.Output.Words;
using Load.Results;
using Spectre.Console;
using static Load.Units.SignificantDigits;

namespace Load.Output;

/// <summary>The columns that a comparison's tables are made of. Figures of an invalid run stay, dimmed.</summary>
internal sealed class VariantColumns(Result result)
{
    private const int LongestName = 30;
    private readonly MainFinding _finding = new(result);
    private readonly Style _plain = new FigureStyles(result).Plain;
    private readonly Style _strong = new FigureStyles(result).Strong;

    public Column Name(string heading = "variant")
    {
        var width = Math.Clamp(result.Variants.Max(variant => variant.Name.Length), heading.Length, LongestName);
        return new Column(heading, variant => variant.Name, -width, Style);

        Style Style(VariantResult variant) => IsBaseline(variant) ? ConsoleStyles.Strong : _plain;
    }

    public Column Rate() => new("req/s", variant => FormatNumber(variant.Throughput.Median), 7, _ => _strong);

    public Column Drawing() => new(
        TextBars.AxisHeading, Draw, -TextBars.AxisWidth, variant => ConsoleStyles.OfVerdict(Word(variant, _finding.RatioFor)));

    public Column Ratio(string heading, Func<VariantResult, RatioResult?> of) =>
        new(heading, variant => Text(variant, of(variant)), -Math.Max(23, heading.Length), _ => _plain);

    public Column Verdict(Func<VariantResult, RatioResult?> of) => new(
        "verdict", variant => VerdictLabels.Marked(Word(variant, of)), -15, variant => ConsoleStyles.OfVerdict(Word(variant, of)));

    public Column Latency(string heading, Func<LatencyResult, double?> of, bool isStrong = false) =>
        new(heading, variant => FormatNumber(of(variant.Latency)), 5, _ => isStrong ? _strong : _plain);

    public Column Cost(
        string heading, string tier, Func<ProcessResult, double?> of, int width = 0, bool isStrong = false) => new(
        heading,
        variant => FormatNumber(variant.Processes.GetValueOrDefault(tier) is { } cost ? of(cost) : null),
        width,
        _ => isStrong ? _strong : _plain);

    /// <summary>A whole number, such as threads.</summary>
    public Column Level(string heading, string tier, Func<ProcessResult, double?> of, int width = 0) => new(
        heading,
        variant => FormatWhole(variant.Processes.GetValueOrDefault(tier) is { } cost ? of(cost) : null),
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
        return [.. all.Where(column => result.Variants.Any(variant => column.Text(variant) != NotMeasured))];
    }

    public Column Errors() => new("errors", variant => FormatCount(variant.Errors), 6, _ => _plain);

    private bool IsBaseline(VariantResult variant) => variant.Name == result.Baseline;

    private string Word(VariantResult variant, Func<VariantResult, RatioResult?> of) =>
        IsBaseline(variant) ? VerdictLabels.Baseline : of(variant)?.Verdict ?? NotMeasured;

    private string Text(VariantResult variant, RatioResult? ratio) => ratio is null
        ? IsBaseline(variant) ? "1" : NotMeasured
        : VerdictLabels.Ratio(ratio.Value, ratio.Lo, ratio.Hi);

    private string Draw(VariantResult variant) => _finding.RatioFor(variant) switch
    {
        null => IsBaseline(variant) ? TextBars.Interval(1, 1, 1) : "",
        var ratio => TextBars.Interval(ratio.Value, ratio.Lo ?? ratio.Value, ratio.Hi ?? ratio.Value),
    };
}
