using System.Text;
using Load.Reporting.Model;
using Load.Scraping;

namespace Load.Reporting;

/// <summary>A result to paste into a page: sentence, verdicts, cost, validity, provenance.</summary>
internal sealed class Markdown
{
    private readonly StringBuilder _text = new();
    private readonly Result _result;
    private readonly Columns _columns;
    private readonly Finding _finding;

    private Markdown(Result result) => (_result, _columns, _finding) = (result, new Columns(result), new Finding(result));

    public static string Of(Result result) =>
        result.Kind == RunReport.Kind ? RunMarkdown.Of(result) : new Markdown(result).Write();

    private string Write()
    {
        _text.Append("# ").Append(_result.Scenario.Name).Append("\n\n");
        _text.Append("**").Append(Headline.Of(_result).Replace('\n', ' ')).Append("**\n\n");
        Table(
            _columns.Name(),
            _columns.Rate(),
            _columns.Ratio(_finding.Heading, _finding.Of),
            _columns.Verdict(_finding.Of));
        if (_result.Noise is { } noise)
            _text.Append(_result.Baseline).Append(" against itself: ").Append(Words.Between(noise)).Append(". A verdict asks for 99 %, and for 2 % or more.\n\n");
        Table(
            _columns.Name(),
            _columns.Latency("p50 ms", latency => latency.P50),
            _columns.Latency("p90", latency => latency.P90),
            _columns.Latency("p99", latency => latency.P99),
            _columns.Latency("p99.9", latency => latency.P999),
            _columns.Latency("max", latency => latency.Max),
            new Column("errors", variant => Figures.Count(variant.Errors)));
        foreach (var tier in _result.Variants[0].Tiers.Keys)
            Cost(tier);
        _text.AppendAgainst(_result);
        _text.AppendValidityAndProvenance(_result);
        return _text.ToString();
    }

    private void Cost(string tier)
    {
        if (_result.Variants.All(variant => variant.Tiers.GetValueOrDefault(tier) is null))
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
            .. tier == Tier.FrontEnd ? ratio : [],
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
