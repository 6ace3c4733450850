using Load.Output.Words;
using Load.Results;
using Spectre.Console;
using static Load.Units.SignificantDigits;

namespace Load.Output;

/// <summary>A column of a table of variants, on the terminal and in Markdown.</summary>
/// <param name="Heading">The heading, with the unit if there is one.</param>
/// <param name="GetText">Formats the cell of a variant.</param>
/// <param name="Width">The width on the terminal. A negative width aligns to the left.</param>
/// <param name="GetStyle">Selects the style of a variant's cell on the terminal. Null for the plain style.</param>
internal sealed record Column(
    string Heading, Func<VariantResult, string> GetText, int Width = 0, Func<VariantResult, Style>? GetStyle = null)
{
    /// <summary>Pads a text to the width of the column.</summary>
    public string Pad(string text) => Width < 0 ? text.PadRight(-Width) : text.PadLeft(Width);
}

/// <summary>The columns of the tables of a comparison.</summary>
internal sealed class VariantColumns(Result result)
{
    private const int LongestName = 30;
    private readonly MainFinding _finding = new(result);
    private readonly Style _plain = new FigureStyles(result).Plain;
    private readonly Style _strong = new FigureStyles(result).Strong;

    /// <summary>The name of the variant.</summary>
    public Column Name(string heading = "variant")
    {
        var width = Math.Clamp(result.Variants.Max(variant => variant.Name.Length), heading.Length, LongestName);
        return new Column(heading, variant => variant.Name, -width, GetStyle);

        Style GetStyle(VariantResult variant) => IsBaseline(variant) ? ConsoleStyles.Strong : _plain;
    }

    /// <summary>The successful responses per second.</summary>
    public Column Goodput() => new("req/s", variant => FormatNumber(variant.Throughput.Median), 7, _ => _strong);

    /// <summary>The ratio to the baseline and its interval, drawn on an axis.</summary>
    public Column IntervalBar() => new(
        TextBars.AxisHeading,
        DrawInterval,
        -TextBars.AxisWidth,
        variant => ConsoleStyles.ForVerdict(GetVerdict(variant, _finding.GetRatio)));

    /// <summary>A ratio to the baseline and its interval, in figures.</summary>
    public Column Ratio(string heading, Func<VariantResult, RatioResult?> getRatio) => new(
        heading,
        variant => FormatCell(variant, getRatio(variant)),
        -Math.Max(23, heading.Length),
        _ => _plain);

    /// <summary>The verdict on a ratio.</summary>
    public Column Verdict(Func<VariantResult, RatioResult?> getRatio) => new(
        "verdict",
        variant => VerdictLabels.FormatWithMark(GetVerdict(variant, getRatio)),
        -15,
        variant => ConsoleStyles.ForVerdict(GetVerdict(variant, getRatio)));

    /// <summary>A percentile of the latency.</summary>
    public Column Latency(string heading, Func<LatencyResult, double?> getFigure, bool isStrong = false) =>
        new(heading, variant => FormatNumber(getFigure(variant.Latency)), 5, _ => isStrong ? _strong : _plain);

    /// <summary>A figure of a monitored process with three significant digits.</summary>
    public Column Usage(
        string heading,
        string process,
        Func<ProcessResult, double?> getFigure,
        int width = 0,
        bool isStrong = false) => new(
        heading,
        variant => FormatNumber(GetFigure(variant, process, getFigure)),
        width,
        _ => isStrong ? _strong : _plain);

    /// <summary>A figure of a monitored process as a whole number, such as its threads.</summary>
    public Column Level(string heading, string process, Func<ProcessResult, double?> getFigure, int width = 0) => new(
        heading, variant => FormatWhole(GetFigure(variant, process, getFigure)), width, _ => _plain);

    /// <summary>
    /// The connections and the memory of a monitored process, without the columns that no variant has a figure for.
    /// </summary>
    public IReadOnlyList<Column> ConnectionsAndMemory(string process)
    {
        Column[] all =
        [
            Usage("connections/s", process, usage => usage.ConnectionsPerS, 13),
            Level("TIME_WAIT", process, usage => usage.TimeWait, 9),
            Usage("working set MB", process, usage => usage.WorkingSetMb, 14),
            Usage("after", process, usage => usage.WorkingSetAfterMb, 5),
            Usage("anonymous MB", process, usage => usage.AnonymousMb, 12),
            Usage("after", process, usage => usage.AnonymousAfterMb, 5),
        ];
        return [.. all.Where(column => result.Variants.Any(variant => column.GetText(variant) != NotMeasured))];
    }

    /// <summary>The number of errors.</summary>
    public Column Errors() => new("errors", variant => FormatCount(variant.Errors), 6, _ => _plain);

    private bool IsBaseline(VariantResult variant) => variant.Name == result.Baseline;

    private static double? GetFigure(VariantResult variant, string process, Func<ProcessResult, double?> getFigure) =>
        variant.Processes.GetValueOrDefault(process) is { } usage ? getFigure(usage) : null;

    private string GetVerdict(VariantResult variant, Func<VariantResult, RatioResult?> getRatio) =>
        IsBaseline(variant) ? VerdictLabels.Baseline : getRatio(variant)?.Verdict ?? NotMeasured;

    private string FormatCell(VariantResult variant, RatioResult? ratio) => ratio is null
        ? IsBaseline(variant) ? "1" : NotMeasured
        : VerdictLabels.FormatRatio(ratio.Value, ratio.Lo, ratio.Hi);

    private string DrawInterval(VariantResult variant) => _finding.GetRatio(variant) switch
    {
        null => IsBaseline(variant) ? TextBars.DrawInterval(1, 1, 1) : "",
        var ratio => TextBars.DrawInterval(ratio.Value, ratio.Lo ?? ratio.Value, ratio.Hi ?? ratio.Value),
    };
}
