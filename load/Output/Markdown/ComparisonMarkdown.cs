using System.Text;
using Load.Output.Words;
using Load.Results;
using Load.Target;
using Load.Units;

namespace Load.Output.Markdown;

/// <summary>Writes the result of a comparison as Markdown: summary, verdicts, costs, validity and provenance.</summary>
internal sealed class ComparisonMarkdown
{
    private readonly StringBuilder _text = new();
    private readonly Result _result;
    private readonly VariantColumns _columns;
    private readonly MainFinding _finding;

    private ComparisonMarkdown(Result result)
    {
        _result = result;
        _columns = new VariantColumns(result);
        _finding = new MainFinding(result);
    }

    /// <summary>Formats the result of a comparison as Markdown.</summary>
    public static string Format(Result result) => new ComparisonMarkdown(result).Write();

    private string Write()
    {
        _text.Append("# ").Append(_result.Scenario.Name).Append("\n\n");
        _text.Append("**").Append(Summary.Format(_result).Replace('\n', ' ')).Append("**\n\n");
        AppendTable(
            _columns.Name(),
            _columns.Goodput(),
            _columns.Ratio(_finding.RatioHeading, _finding.GetRatio),
            _columns.Verdict(_finding.GetRatio));
        if (_result.Noise is { } noise)
        {
            _text.Append(_result.Baseline).Append(" against itself: ").Append(VerdictLabels.FormatInterval(noise))
                .Append(". A verdict requires 99 % confidence and a difference of 2 % or more.\n\n");
        }

        AppendTable(
            _columns.Name(),
            _columns.Latency("p50 ms", latency => latency.P50),
            _columns.Latency("p90", latency => latency.P90),
            _columns.Latency("p99", latency => latency.P99),
            _columns.Latency("p99.9", latency => latency.P999),
            _columns.Latency("max", latency => latency.Max),
            new Column("errors", variant => SignificantDigits.FormatCount(variant.Errors)));
        foreach (var process in _result.Variants[0].Processes.Keys)
            AppendProcess(process);
        _text.AppendBaselineComparison(_result);
        _text.AppendValidityAndProvenance(_result);
        return _text.ToString();
    }

    private void AppendProcess(string process)
    {
        if (_result.Variants.All(variant => variant.Processes.GetValueOrDefault(process) is null))
            return;
        Column[] ratio =
        [
            _columns.Ratio("CPU ratio [95 % interval]", variant => variant.CpuRatio),
            _columns.Verdict(variant => variant.CpuRatio),
        ];
        AppendTable(
        [
            _columns.Name(process),
            _columns.Usage("CPU ms/request", process, usage => usage.CpuMs),
            .. process == MonitoredProcess.Target ? ratio : [],
            _columns.Usage("JIT ms/request", process, usage => usage.JitMs),
            _columns.Usage("allocated kB/request", process, usage => usage.AllocKb),
            _columns.Usage("GC pause ms/s", process, usage => usage.GcPauseMsPerS),
            _columns.Level("connections opened", process, usage => usage.ConnectionsOpened),
            _columns.Level("pool threads", process, usage => usage.PoolThreads),
            _columns.Level("pool queue", process, usage => usage.PoolQueue),
        ]);
        if (_columns.ConnectionsAndMemory(process) is { Count: > 0 } columns)
            AppendTable([_columns.Name(process), .. columns]);
    }

    private void AppendTable(params Column[] columns) => _text.AppendTable(
        [.. columns.Select(column => column.Heading)],
        _finding.OrderVariants()
            .Select(variant => columns.Select(column => column.GetText(variant)).ToArray()));
}
