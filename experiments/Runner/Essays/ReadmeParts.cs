using Experiments.Claims;
using TwoTier.Load.Reports.Documents;
using TwoTier.Load.Reports.Terminal;

namespace Experiments.Essays;

/// <summary>The generated parts of the README: from the strategies that were published last, and the ledger.</summary>
internal static class ReadmeParts
{
    /// <summary>Formats the output of the demo, the table, and the answers.</summary>
    public static IReadOnlyList<string> Format()
    {
        // The names begin with the date.
        var path = Directory.GetFiles(ProgramLocator.GetPath("experiments", "results", "strategies"), "*.json")
            .Max(StringComparer.Ordinal)!;
        var result = Result.Read(path);
        return
        [
            $"```text\n$ {result.RepeatCommand}\n{Print(result)}```\n", FormatTable(result),
            QuestionsMarkdown.FormatForReadme(Ledger.Read()),
        ];
    }

    // What the load tool prints of a result.
    private static string Print(Result result)
    {
        using var text = new StringWriter();
        TerminalScreen.Create(text, isLive: false, width: 80).Print(ResultDocument.Create(result));
        return $"{text}".ReplaceLineEndings("\n").Trim('\n') + "\n";
    }

    private static string FormatTable(Result result)
    {
        var facts = result.Provenance.ToDictionary(fact => fact[0], fact => fact[1]);
        return "| strategy | how it reads | throughput, relative | CPU time, relative | allocated | p99 |\n"
            + "|---|---|--:|--:|--:|--:|\n"
            + string.Concat(result.Variants.Select(variant => FormatRow(variant, variant.Name == result.Baseline)))
            + $"\n*[Measured](experiments/results/strategies/{result.Id}.json) on {result.Started[..10]} with "
            + $"`{result.RepeatCommand}`: {result.StartCount} starts of all processes, {result.Connections} "
            + "connections in a closed loop, on one machine with the load tool: "
            + $"{facts["CPU"]}, {facts["System"]}. With 99 % confidence, the brackets contain all true ratios. CPU "
            + "time and allocation are those of the front-end, for each request."
            + string.Concat(result.Validity.Checks
                .Where(check => check is { State: not CheckState.Pass, Limit: not "" })
                .Select(check => $" Its report warns: {check.Label}: {check.Value}; should be {check.Limit}."))
            + "*\n";
    }

    private static string FormatRow(VariantResult variant, bool isBaseline) =>
        $"| `{variant.Name}` | {variant.Summary?.Replace("<", "&lt;", StringComparison.Ordinal)} "
        + $"| {FormatRatio(variant.Ratio, isBaseline)} | {FormatRatio(variant.CpuRatio, isBaseline)} "
        + $"| {LedgerNumbers.Format(variant.Target.AllocKb)} kB | {LedgerNumbers.Format(variant.Latency.P99)} ms |\n";

    private static string FormatRatio(RatioResult? ratio, bool isBaseline) => ratio is { Lo: not null, Hi: not null }
        ? LedgerNumbers.Format(new Metric(ratio.Value, ratio.Lo, ratio.Hi))
        : isBaseline ? "1" : "–";
}
