using System.Text;

namespace TwoTier.Load.Reports.Markdown;

/// <summary>Writes the result of a comparison as Markdown: summary, verdicts, costs, validity and provenance.</summary>
internal sealed class ComparisonMarkdown
{
    private readonly StringBuilder _text = new();
    private readonly Result _result;
    private readonly VariantColumns _columns;
    private readonly RankingMetric _rankingMetric;

    private ComparisonMarkdown(Result result)
    {
        _result = result;
        _columns = new VariantColumns(result);
        _rankingMetric = new RankingMetric(result);
    }

    /// <summary>Formats the result of a comparison as Markdown.</summary>
    public static string Format(Result result) => new ComparisonMarkdown(result).Write();

    private string Write()
    {
        _text.Append("# ").Append(MarkdownTables.Escape(_result.Scenario.Name)).Append("\n\n");
        _text.Append("**").Append(MarkdownTables.Escape(ResultSummary.Format(_result))).Append("**\n\n");
        AppendTable(
            _columns.Name(),
            _columns.Goodput(),
            _columns.Ratio(_rankingMetric.RatioHeading, _rankingMetric.GetRatio),
            _columns.Verdict(_rankingMetric.GetRatio));
        if (DuetText.Format(_result) is { } duet)
            _text.Append(duet).Append("\n\n");
        if (_rankingMetric.Noise is { } noise)
        {
            _text.Append(MarkdownTables.Escape(_result.Baseline)).Append(" against itself: ")
                .Append(VerdictLabels.FormatInterval(noise))
                .Append(". Intervals: ").Append(_result.Method.Interval).Append(".\n\n");
        }

        AppendTable(
            _columns.Name(),
            _columns.Latency("p50 ms", latency => latency.P50),
            _columns.Latency("p90", latency => latency.P90),
            _columns.Latency("p99", latency => latency.P99),
            _columns.Latency("p99.9", latency => latency.P999),
            _columns.Latency("max", latency => latency.Max),
            new TableColumn("errors", variant => SignificantDigits.FormatCount(variant.Errors)));
        if (_result.Variants.Any(variant => variant.Timings?.Ttfb is not null))
            AppendTable(CreatePhaseColumns());
        foreach (var process in _result.Variants[0].Processes.Keys)
            AppendProcess(process);
        _text.AppendFailures(_result.Variants);
        _text.AppendBaselineComparison(_result);
        _text.AppendValidityAndProvenance(_result);
        return _text.ToString();
    }

    private TableColumn[] CreatePhaseColumns()
    {
        return
        [
            _columns.Name(),
            CreateColumn("first byte p50 ms", timings => timings.Ttfb?.P50),
            CreateColumn("p99", timings => timings.Ttfb?.P99),
            CreateColumn("body p50 ms", timings => timings.Body?.P50),
            CreateColumn("p99", timings => timings.Body?.P99),
            CreateColumn("connect mean ms", timings => timings.Connect?.Mean),
            CreateColumn("connections opened", timings => timings.ConnectionsOpened),
        ];

        static TableColumn CreateColumn(string heading, Func<TimingsResult, double?> getFigure) => new(
            heading,
            variant => SignificantDigits.FormatNumber(variant.Timings is { } timings ? getFigure(timings) : null));
    }

    private void AppendProcess(string process)
    {
        if (_result.Variants.All(variant => variant.Processes.GetValueOrDefault(process) is null))
            return;
        TableColumn[] ratio =
        [
            _columns.Ratio(_rankingMetric.CpuRatioHeading, variant => variant.CpuRatio),
            _columns.Verdict(variant => variant.CpuRatio),
        ];
        AppendTable(
        [
            _columns.Name(process),
            _columns.CreateProcessColumn("CPU ms/request", process, usage => usage.CpuMs),
            .. process == MonitoredProcess.Target ? ratio : [],
            _columns.CreateProcessColumn("JIT ms/request", process, usage => usage.JitMs),
            _columns.CreateProcessColumn("allocated kB/request", process, usage => usage.AllocKb),
            _columns.CreateProcessColumn("GC pause ms/s", process, usage => usage.GcPauseMsPerS),
            _columns.CreateWholeNumberColumn("connections opened", process, usage => usage.ConnectionsOpened),
            _columns.CreateWholeNumberColumn("pool threads", process, usage => usage.PoolThreads),
            _columns.CreateWholeNumberColumn("pool queue", process, usage => usage.PoolQueue),
        ]);
        if (_columns.ConnectionsAndMemory(process) is { Count: > 0 } columns)
            AppendTable([_columns.Name(process), .. columns]);
    }

    private void AppendTable(params TableColumn[] columns) => _text.AppendTable(
        [.. columns.Select(column => column.Heading)],
        _rankingMetric.OrderVariants()
            .Select(variant => columns.Select(column => column.GetText(variant)).ToArray()));
}
