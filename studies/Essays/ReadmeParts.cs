namespace Studies.Essays;

/// <summary>The generated parts of the README: from the strategies that were published last, and the ledger.</summary>
internal static partial class ReadmeParts
{
    private const int LongestBar = 8;

    /// <summary>Formats the output of the demo, the table, and the answers.</summary>
    public static IReadOnlyList<string> Format()
    {
        // The names begin with the date.
        var path = Directory.GetFiles(ProgramLocator.GetPath("docs", "results", "strategies"), "*.json")
            .Max(StringComparer.Ordinal)!;
        var page = File.ReadAllText(Path.ChangeExtension(path, ".md")).ReplaceLineEndings("\n");
        var result = Result.Read(path);
        // Strategies that were measured with those of the demo are not shown.
        VariantResult[] variants =
        [
            .. from strategy in ScenarioVariants.Read("demo")
               join variant in result.Variants on strategy.Name equals variant.Name
               select variant,
        ];
        return
        [
            FormatOutput(result, variants, page), FormatTable(result, variants),
            AnswersMarkdown.FormatForReadme(Ledger.Read()),
        ];
    }

    /// <summary>Formats the finding and the verdicts as a terminal shows them, in the words of the page.</summary>
    private static string FormatOutput(Result result, VariantResult[] variants, string page)
    {
        var rows = MarkdownTable.ReadAll(page).First().Rows.ToDictionary(row => row[0]);
        var most = variants.Max(variant => variant.Ratio?.Value ?? 1);
        var table = new TextTable(3, "variant", "", "", "req/s");
        foreach (var variant in variants)
        {
            var bar = new string('=', (int)Math.Round(LongestBar * (variant.Ratio?.Value ?? 1) / most));
            table.Add(variant.Name, bar, rows[variant.Name][^1], rows[variant.Name][1]);
        }

        // The finding is the first bold text.
        var finding = LinePattern().Replace(page.Split("**")[1], "${line}\n");
        return $"```text\n$ {result.RepeatCommand}\n{finding}\n{table}```\n".ReplaceLineEndings("\n");
    }

    private static string FormatTable(Result result, VariantResult[] variants)
    {
        var facts = result.Provenance.ToDictionary(fact => fact[0], fact => fact[1]);
        return "| strategy | how it reads | throughput, relative | CPU time, relative | allocated | p99 |\n"
            + "|---|---|--:|--:|--:|--:|\n"
            + string.Concat(variants.Select(variant => FormatRow(variant, variant.Name == result.Baseline)))
            + $"\n*[Measured](docs/results/strategies/{result.Id}.md) on {result.Started[..10]} with "
            + $"`{result.RepeatCommand}`: {result.StartCount} starts of all processes, {result.Connections} "
            + "connections in a closed loop, on one machine with the load tool: "
            + $"{facts["CPU"]}, {facts["System"]}. With 99 % confidence, the brackets contain all true ratios. CPU "
            + "time and allocation are those of the front-end, for each request.*\n";
    }

    private static string FormatRow(VariantResult variant, bool isBaseline) =>
        $"| `{variant.Name}` | {variant.Summary?.Replace("<", "&lt;", StringComparison.Ordinal)} "
        + $"| {FormatRatio(variant.Ratio, isBaseline)} | {FormatRatio(variant.CpuRatio, isBaseline)} "
        + $"| {LedgerNumbers.Format(variant.Target.AllocKb)} kB | {LedgerNumbers.Format(variant.Latency.P99)} ms |\n";

    private static string FormatRatio(RatioResult? ratio, bool isBaseline) => ratio is { Lo: not null, Hi: not null }
        ? LedgerNumbers.Format(new Metric(ratio.Value, ratio.Lo, ratio.Hi))
        : isBaseline ? "1" : "–";

    /// <summary>Matches a line, which does not end within a number, or between a number and its unit.</summary>
    [GeneratedRegex(@"(?<line>.{1,72})( (?![\d%])|$)", RegexOptions.ExplicitCapture)]
    private static partial Regex LinePattern();
}
