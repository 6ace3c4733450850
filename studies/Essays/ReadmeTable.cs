namespace Studies.Essays;

/// <summary>
/// The answers in the README, and its table, from the comparison of strategies that was last published.
/// </summary>
internal static class ReadmeTable
{
    public static string Format()
    {
        // The names begin with the date.
        var results = Directory.GetFiles(ProgramLocator.GetPath("docs", "results", "strategies"), "*.json");
        var result = Result.Read(results.Max(StringComparer.Ordinal)!);
        var facts = result.Provenance.ToDictionary(fact => fact[0], fact => fact[1]);
        return AnswersMarkdown.FormatForReadme(Ledger.Read())
            + "\n| strategy | how it reads | throughput, relative | CPU time, relative | allocated | p99 |\n"
            + "|---|---|--:|--:|--:|--:|\n"
            + string.Concat(result.Variants.Select(variant => FormatRow(variant, variant.Name == result.Baseline)))
            + $"\n*Measured on {result.Started[..10]} with `{result.RepeatCommand}`: {result.StartCount} starts of all "
            + $"processes, {result.Connections} connections in a closed loop, on one machine with the load tool: "
            + $"{facts["CPU"]}, {facts["System"]}. With 99 % confidence, the brackets contain all true ratios. CPU time "
            + "and allocation are those of the front-end, for each request.*\n";
    }

    private static string FormatRow(VariantResult variant, bool isBaseline) =>
        $"| `{variant.Name}` | {variant.Summary?.Replace("<", "&lt;", StringComparison.Ordinal)} "
        + $"| {FormatRatio(variant.Ratio, isBaseline)} | {FormatRatio(variant.CpuRatio, isBaseline)} "
        + $"| {LedgerNumbers.Format(variant.Target.AllocKb)} kB | {LedgerNumbers.Format(variant.Latency.P99)} ms |\n";

    private static string FormatRatio(RatioResult? ratio, bool isBaseline) => ratio is { Lo: not null, Hi: not null }
        ? LedgerNumbers.Format(new Metric(ratio.Value, ratio.Lo, ratio.Hi))
        : isBaseline ? "1" : "–";
}
