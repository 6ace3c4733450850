using System.Text;
using Load.Output.Words;
using Load.Results;
using Load.Results.Building;
using Load.Target;
using Load.Units;

namespace Load.Output.Markdown;

/// <summary>A result to paste into a page: sentence, verdicts, cost, validity, provenance.</summary>
internal sealed class ComparisonMarkdown
{
    private readonly StringBuilder _text = new();
    private readonly Result _result;
    private readonly VariantColumns _columns;
    private readonly MainFinding _finding;

    private ComparisonMarkdown(Result result) => (_result, _columns, _finding) = (result, new VariantColumns(result), new MainFinding(result));

    public static string Format(Result result) =>
        result.Kind == RunResultBuilder.Kind ? RunMarkdown.Format(result) : new ComparisonMarkdown(result).Write();

    private string Write()
    {
        _text.Append("# ").Append(_result.Scenario.Name).Append("\n\n");
        _text.Append("**").Append(Summary.Format(_result).Replace('\n', ' ')).Append("**\n\n");
        Table(
            _columns.Name(),
            _columns.Rate(),
            _columns.Ratio(_finding.Heading, _finding.RatioFor),
            _columns.Verdict(_finding.RatioFor));
        if (_result.Noise is { } noise)
            _text.Append(_result.Baseline).Append(" against itself: ").Append(VerdictLabels.Between(noise)).Append(". A verdict asks for 99 %, and for 2 % or more.\n\n");
        Table(
            _columns.Name(),
            _columns.Latency("p50 ms", latency => latency.P50),
            _columns.Latency("p90", latency => latency.P90),
            _columns.Latency("p99", latency => latency.P99),
            _columns.Latency("p99.9", latency => latency.P999),
            _columns.Latency("max", latency => latency.Max),
            new Column("errors", variant => SignificantDigits.FormatCount(variant.Errors)));
        foreach (var tier in _result.Variants[0].Processes.Keys)
            Cost(tier);
        _text.AppendAgainst(_result);
        _text.AppendValidityAndProvenance(_result);
        return _text.ToString();
    }

    private void Cost(string tier)
    {
        if (_result.Variants.All(variant => variant.Processes.GetValueOrDefault(tier) is null))
            return;
        Column[] ratio =
        [
            _columns.Ratio("CPU ratio [95 % interval]", variant => variant.CpuRatio),
            _columns.Verdict(variant => variant.CpuRatio),
        ];
        Table(
        [
            _columns.Name(tier),
            _columns.Cost("CPU ms/request", tier, cost => cost.CpuMs),
            .. tier == MonitoredProcess.Target ? ratio : [],
            _columns.Cost("JIT ms/request", tier, cost => cost.JitMs),
            _columns.Cost("allocated kB/request", tier, cost => cost.AllocKb),
            _columns.Cost("GC pause ms/s", tier, cost => cost.GcPauseMsPerS),
            _columns.Level("connections opened", tier, cost => cost.ConnectionsOpened),
            _columns.Level("pool threads", tier, cost => cost.PoolThreads),
            _columns.Level("queued", tier, cost => cost.PoolQueue),
        ]);
        if (_columns.Holdings(tier) is { Count: > 0 } holdings)
            Table([_columns.Name(tier), .. holdings]);
    }

    private void Table(params Column[] columns) => _text.AppendRows(
        [.. columns.Select(column => column.Heading)],
        _finding.Ordered()
            .Select(variant => columns.Select(column => column.Text(variant)).ToArray()));
}
