using System.Text;
using Load.Checking;
using Load.Reporting.Model;
using static Load.Reporting.Figures;

namespace Load.Reporting;

/// <summary>A result to paste into a page: sentence, verdicts, cost, validity, provenance.</summary>
internal static class Markdown
{
    public static string Of(Result result)
    {
        var variants = result.Variants.OrderByDescending(variant => variant.Throughput.Median).ToArray();
        var text = new StringBuilder()
            .Append("# ").Append(result.Scenario.Name).Append("\n\n")
            .Append("**").Append(Headline.Of(result).Replace('\n', ' ')).Append("**\n\n");
        Table(text, ["variant", "req/s", "ratio [95 % interval]", "verdict"], variants.Select(variant => new[]
        {
            variant.Name,
            Figure(variant.Throughput.Median),
            Ratio(variant.Ratio),
            Verdict(variant, result, variant.Ratio),
        }));
        Table(
            text,
            ["variant", "p50 ms", "p90", "p99", "p99.9", "max", "errors"],
            variants.Select(variant => new[]
            {
                variant.Name,
                Figure(variant.Latency.P50),
                Figure(variant.Latency.P90),
                Figure(variant.Latency.P99),
                Figure(variant.Latency.P999),
                Figure(variant.Latency.Max),
                Count(variant.Errors),
            }));
        foreach (var tier in result.Variants[0].Tiers.Keys)
            Tier(text, result, variants, tier);
        Checks(text, result);
        Table(text, ["provenance", ""], result.Provenance.Append(["Again", $"`{result.Repeat}`"]));
        return text.ToString();
    }

    private static void Tier(StringBuilder text, Result result, VariantResult[] variants, string tier)
    {
        if (variants.All(variant => variant.Tiers[tier] is null))
            return;
        var first = tier == Scraping.Tier.FrontEnd;
        string[] ratio = first ? ["CPU ratio [95 % interval]", "verdict"] : [];
        Table(
            text,
            [$"{tier}: variant", "CPU ms/request", .. ratio, "allocated kB/request", "GC pause ms/s", "connections opened", "pool threads", "queued"],
            variants.Select(variant => variant.Tiers[tier] is var cost && first
                ? (string[])[variant.Name, Figure(cost?.CpuMs), Ratio(variant.CpuRatio), Verdict(variant, result, variant.CpuRatio), .. Rest(cost)]
                : [variant.Name, Figure(cost?.CpuMs), .. Rest(cost)]));
    }

    private static string[] Rest(TierResult? cost) =>
    [
        Figure(cost?.AllocKb), Figure(cost?.GcPauseMsPerS), Whole(cost?.ConnectionsOpened), Whole(cost?.PoolThreads), Whole(cost?.PoolQueue),
    ];

    private static void Checks(StringBuilder text, Result result)
    {
        text.Append("Validity: **").Append(result.Validity.State).Append("**\n\n");
        Table(text, ["", "check", "found", "limit"], result.Validity.Checks.Select(check => new[]
        {
            check.State switch { CheckState.Pass => "✓", CheckState.Fail => "✗", _ => "!" }, check.Label, check.Value, check.Limit,
        }));
    }

    private static string Ratio(RatioResult? ratio) => ratio switch
    {
        null => "1",
        { Lo: { } lo, Hi: { } hi } => $"{Figures.Ratio(ratio.Value)} [{Figures.Ratio(lo)}, {Figures.Ratio(hi)}]",
        _ => Figures.Ratio(ratio.Value),
    };

    private static string Verdict(VariantResult variant, Result result, RatioResult? ratio) =>
        (ratio?.Verdict ?? (variant.Name == result.Baseline ? Words.Baseline : None)) is var word
            ? $"{Words.Mark(word)} {word}".Trim()
            : None;

    private static void Table(StringBuilder text, string[] heads, IEnumerable<string[]> rows)
    {
        Row(text, heads);
        Row(text, [.. heads.Select(_ => "---")]);
        foreach (var row in rows)
            Row(text, row);
        text.Append('\n');
    }

    private static void Row(StringBuilder text, string[] cells) =>
        text.Append("| ").AppendJoin(" | ", cells.Select(cell => cell.Replace("|", "\\|", StringComparison.Ordinal))).Append(" |\n");
}
