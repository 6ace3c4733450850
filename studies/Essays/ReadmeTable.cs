namespace Studies.Essays;

/// <summary>The table of the README, from the comparison of all strategies that was last published.</summary>
internal static class ReadmeTable
{
    public static string Format()
    {
        // The names begin with the date.
        var results = Directory.GetFiles(ProgramLocator.GetPath("docs", "results", "strategies"), "*.json");
        var result = Result.Read(results.Max(StringComparer.Ordinal)!);
        var table = new StringBuilder();
        table.AppendLine("| strategy | how it reads | throughput, relative | CPU time, relative | allocated | p99 |");
        table.AppendLine("|---|---|--:|--:|--:|--:|");
        foreach (var variant in result.Variants)
        {
            var isBaseline = variant.Name == result.Baseline;
            var summary = variant.Summary?.Replace("<", "&lt;", StringComparison.Ordinal);
            table.AppendLine($"| `{variant.Name}` | {summary} | {FormatRatio(variant.Ratio, isBaseline)} "
                + $"| {FormatRatio(variant.CpuRatio, isBaseline)} | {LedgerNumbers.Format(variant.Target.AllocKb)} kB "
                + $"| {LedgerNumbers.Format(variant.Latency.P99)} ms |");
        }

        var facts = result.Provenance.ToDictionary(fact => fact[0], fact => fact[1]);
        table.AppendLine();
        table.AppendLine($"*Measured on {result.Started[..10]} with `{result.RepeatCommand}`: "
            + $"{result.StartCount} starts of all processes, {result.Connections} connections in a closed "
            + $"loop, on one machine with the load tool: {facts["CPU"]}, {facts["System"]}. With 99 % confidence, the "
            + "brackets contain all true ratios. CPU time and allocation are those of the front-end, for each request.*");
        return table.ToString();
    }

    private static string FormatRatio(RatioResult? ratio, bool isBaseline) => ratio switch
    {
        { Lo: { } low, Hi: { } high } =>
            $"{LedgerNumbers.Format(ratio.Value)} [{LedgerNumbers.Format(low)}, {LedgerNumbers.Format(high)}]",
        _ => isBaseline ? "1" : "–",
    };
}
