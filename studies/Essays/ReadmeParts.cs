namespace Studies.Essays;

/// <summary>
/// The generated parts of the README: what the demo printed and its table, from the comparison of strategies that was
/// published last, and answers.
/// </summary>
internal static partial class ReadmeParts
{
    private const string Demo = "demo";
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
            .. from strategy in ScenarioVariants.Read(Demo)
               join variant in result.Variants on strategy.Name equals variant.Name
               select variant,
        ];
        return
        [
            FormatOutput(result, variants, page), FormatTable(result, variants),
            AnswersMarkdown.FormatForReadme(Ledger.Read()),
        ];
    }

    /// <summary>
    /// Formats the result as a terminal shows it. The words are those of its page, which the load tool writes.
    /// </summary>
    private static string FormatOutput(Result result, VariantResult[] variants, string page)
    {
        var ratios = variants.ToDictionary(variant => variant.Name, variant => variant.Ratio?.Value ?? 1);
        var printed = MarkdownTable.ReadAll(page).First();
        var rows = printed.Rows.Where(row => ratios.ContainsKey(row[0])).ToArray();
        var table = new TextTable(2, "variant", "", "req/s", "p99 ms", "CPU ms");
        foreach (var row in rows)
        {
            var bar = new string('=', (int)Math.Round(LongestBar * ratios[row[0]] / ratios.Values.Max()));
            table.Add(row[0], bar, Get(row, "req/s"), Get(row, "p99 ms"), Get(row, "CPU ms"));
        }

        // A row ends with what it means.
        var lines = table.ToString().ReplaceLineEndings("\n").Split('\n').Zip(
            rows.Select(row => $"  {row[^1]}").Prepend(""), (line, meaning) => $"{line}{meaning}\n");
        return $"```text\n$ {result.RepeatCommand}\n"
            + Wrap("", FindingPattern().Match(page).Groups["text"].Value) + "\n"
            + string.Concat(lines) + "\n"
            + string.Concat(NotePattern().Matches(page)
                .Select(note => Wrap($"{note.Groups["label"]} ", note.Groups["text"].Value)))
            + "```\n";

        string Get(string[] row, string heading) => row[Array.IndexOf(printed.Headings, heading)];
    }

    private static string FormatTable(Result result, VariantResult[] variants)
    {
        var facts = result.Provenance.ToDictionary(fact => fact[0], fact => fact[1]);
        return "| strategy | how it reads | throughput, relative | CPU time, relative | allocated | p99 |\n"
            + "|---|---|--:|--:|--:|--:|\n"
            + string.Concat(variants.Select(variant => FormatRow(variant, variant.Name == result.Baseline)))
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

    /// <summary>Wraps a text behind its label.</summary>
    private static string Wrap(string label, string text)
    {
        var lines = LinePattern().Matches(text).Select(line => line.Groups["line"].Value);
        return label + string.Join($"\n{new string(' ', label.Length)}", lines) + "\n";
    }

    [GeneratedRegex(@"^\*\*(?<text>.+)\*\*$", RegexOptions.Multiline)]
    private static partial Regex FindingPattern();

    [GeneratedRegex(@"^\*\*(?<label>[^*\n]+)\*\* (?<text>.+)$", RegexOptions.Multiline)]
    private static partial Regex NotePattern();

    /// <summary>Matches a line, which does not end within a number, or between a number and its unit.</summary>
    [GeneratedRegex(@"(?<line>.{1,72})( (?![\d%])|$)", RegexOptions.ExplicitCapture)]
    private static partial Regex LinePattern();
}
