using Spectre.Console;
using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports;

/// <summary>A column of a table that has one row for each variant, on the terminal and in Markdown.</summary>
internal sealed record TableColumn(
    string Heading, Func<VariantResult, string> GetText, int Width = 0, Func<VariantResult, Style>? GetStyle = null)
{
    /// <summary>
    /// The rank in which the column is left out of a table that is too wide for the terminal: the highest one first,
    /// and 0 never.
    /// </summary>
    public int DropRank { get; init; }

    /// <summary>The heading that the column shares with those beside it; null if there is none.</summary>
    public ColumnGroup? Group { get; init; }

    /// <summary>Pads a text with spaces to the width of the column.</summary>
    public string Pad(string text) => Width < 0 ? text.PadRight(-Width) : text.PadLeft(Width);
}

/// <summary>A heading above several columns of a table on the terminal.</summary>
internal sealed record ColumnGroup(string Heading, int Width);

/// <summary>Creates the columns of the tables that show the result of a comparison.</summary>
internal sealed class VariantColumns(Result result)
{
    private const int LongestName = 30;
    private readonly RankingMetric _rankingMetric = new(result);
    private readonly Style _ordinaryStyle = new MeasuredValueStyles(result).OrdinaryValue;
    private readonly Style _importantStyle = new MeasuredValueStyles(result).ImportantValue;

    /// <summary>Creates the column with the name of each variant.</summary>
    public TableColumn Name(string heading = "variant")
    {
        var width = Math.Clamp(result.Variants.Max(variant => variant.Name.Length), heading.Length, LongestName);
        return new TableColumn(heading, variant => variant.Name, -width, GetStyle);

        Style GetStyle(VariantResult variant) => IsBaseline(variant) ? ConsoleStyles.Bold : _ordinaryStyle;
    }

    /// <summary>Creates the column with the successful responses per second of each variant.</summary>
    public TableColumn Goodput() => new("req/s", variant => FormatNumber(variant.Throughput.Median), 7, _ => _importantStyle);

    /// <summary>
    /// Creates the column with each variant's ratio to the baseline and the ratio's interval, drawn on an axis.
    /// </summary>
    public TableColumn IntervalBar() => new(
        TextBars.AxisHeading,
        DrawInterval,
        -TextBars.AxisWidth,
        variant => ConsoleStyles.GetVerdictStyle(GetVerdict(variant, _rankingMetric.GetRatio)));

    /// <summary>
    /// Creates a column with each variant's ratio to the baseline and the ratio's interval, as numbers.
    /// </summary>
    public TableColumn Ratio(string heading, Func<VariantResult, RatioResult?> getRatio) => new(
        heading,
        variant => FormatCell(variant, getRatio(variant)),
        -Math.Max(23, heading.Length),
        _ => _ordinaryStyle);

    /// <summary>Creates a column with each variant's ratio to the baseline, without its interval.</summary>
    public TableColumn ShortRatio(Func<VariantResult, RatioResult?> getRatio) => new(
        "ratio",
        variant => getRatio(variant) is { } ratio ? $"×{FormatRatio(ratio.Value)}" : FormatCell(variant, null),
        6,
        _ => _importantStyle);

    /// <summary>Creates a column with the verdict on each variant's ratio to the baseline.</summary>
    public TableColumn Verdict(Func<VariantResult, RatioResult?> getRatio) => new(
        "verdict",
        variant => VerdictLabels.FormatWithMark(GetVerdict(variant, getRatio)),
        -15,
        variant => ConsoleStyles.GetVerdictStyle(GetVerdict(variant, getRatio)));

    /// <summary>Creates a column with a percentile of each variant's latency.</summary>
    public TableColumn Latency(string heading, Func<LatencyResult, double?> getFigure, bool isStrong = false) =>
        new(
            heading,
            variant => FormatNumber(getFigure(variant.Latency)),
            5,
            _ => isStrong ? _importantStyle : _ordinaryStyle);

    /// <summary>
    /// Creates a column with a measured value of a monitored process for each variant, formatted with three significant
    /// digits.
    /// </summary>
    public TableColumn CreateProcessColumn(
        string heading,
        string process,
        Func<ProcessResult, double?> getFigure,
        int width = 0,
        bool isStrong = false) => new(
        heading,
        variant => FormatNumber(GetFigure(variant, process, getFigure)),
        width,
        _ => isStrong ? _importantStyle : _ordinaryStyle);

    /// <summary>
    /// Creates a column with a measured value of a monitored process for each variant, formatted as a whole number,
    /// such as the number of threads.
    /// </summary>
    public TableColumn CreateWholeNumberColumn(
        string heading, string process, Func<ProcessResult, double?> getFigure, int width = 0) => new(
        heading, variant => FormatInteger(GetFigure(variant, process, getFigure)), width, _ => _ordinaryStyle);

    /// <summary>
    /// Creates the columns with the connections and the memory of a monitored process for each variant. Columns without
    /// a value for any variant are left out.
    /// </summary>
    public IReadOnlyList<TableColumn> ConnectionsAndMemory(string process)
    {
        TableColumn[] all =
        [
            CreateProcessColumn("connections/s", process, usage => usage.ConnectionsPerS, 13) with { DropRank = 1 },
            CreateWholeNumberColumn("TIME_WAIT", process, usage => usage.TimeWait, 9) with { DropRank = 2 },
            CreateProcessColumn("working set MB", process, usage => usage.WorkingSetMb, 14),
            CreateProcessColumn("after", process, usage => usage.WorkingSetAfterMb, 5),
            CreateProcessColumn("anonymous MB", process, usage => usage.AnonymousMb, 12),
            CreateProcessColumn("after", process, usage => usage.AnonymousAfterMb, 5),
        ];
        return [.. all.Where(column => result.Variants.Any(variant => column.GetText(variant) != NotMeasured))];
    }

    /// <summary>Creates the column with the number of errors of each variant.</summary>
    public TableColumn Errors() => new("errors", variant => FormatCount(variant.Errors), 6, _ => _ordinaryStyle);

    private bool IsBaseline(VariantResult variant) => variant.Name == result.Baseline;

    private static double? GetFigure(VariantResult variant, string process, Func<ProcessResult, double?> getFigure) =>
        variant.Processes.GetValueOrDefault(process) is { } usage ? getFigure(usage) : null;

    private string GetVerdict(VariantResult variant, Func<VariantResult, RatioResult?> getRatio) =>
        IsBaseline(variant) ? VerdictLabels.Baseline : getRatio(variant)?.Verdict ?? NotMeasured;

    private string FormatCell(VariantResult variant, RatioResult? ratio) => ratio is null
        ? IsBaseline(variant) ? "1" : NotMeasured
        : VerdictLabels.FormatRatio(ratio.Value, ratio.Lo, ratio.Hi);

    private string DrawInterval(VariantResult variant) => _rankingMetric.GetRatio(variant) switch
    {
        null => IsBaseline(variant) ? TextBars.DrawInterval(1, 1, 1) : "",
        var ratio => TextBars.DrawInterval(ratio.Value, ratio.Lo ?? ratio.Value, ratio.Hi ?? ratio.Value),
    };
}
