using System.Text;

namespace Studies.Claims;

/// <summary>The ledger as a page for a code host.</summary>
internal static class LedgerMarkdown
{
    private static readonly (Verdict Verdict, string Means)[] Rules =
    [
        (Verdict.Holds, "today's ratio is on the same side of 1, with its 95 % interval, has at least half of the effect (in logarithms), and is within a factor of 2; or a statement was seen to be so"),
        (Verdict.Differs, "same side, but less than half of the effect, or more than a factor of 2 away"),
        (Verdict.NoLongerHolds, "the interval is on the other side, or less than a tenth of the effect is left (in logarithms); or a statement was seen not to be so"),
        (Verdict.Undecided, "too little was seen to say: the interval is wide, or a winner wins by little"),
        (Verdict.NotMeasured, "the row says why"),
    ];

    public static string Of(Ledger ledger)
    {
        var page = new StringBuilder("# Claims, measured again\n\n");
        page.AppendLine("What four publications said, each statement beside what the same experiment gives today.");
        page.AppendLine($"**{Tally(ledger)}.**\n");
        page.AppendLine("| | |\n|---|---|");
        foreach (var (label, value) in ledger.Provenance)
            page.AppendLine($"| {label} | {value} |");
        Surprises(page, ledger);
        HowToRead(page);
        for (var i = 0; i < ledger.Sources.Count; i++)
            Section(page, (char)('A' + i), ledger.Sources[i], ledger.RowsOf(ledger.Sources[i]));
        return page.ToString();
    }

    private static string Surprise(Row row) =>
        $"| [{row.Claim.Id}](#{row.Claim.Id.ToLowerInvariant()}) | {row.Claim.Words} | {Then(row)} | {Now(row)} | {Found(row, "; ")} |";

    private static string Tally(Ledger ledger) => string.Join(" · ", Rules
        .Select(rule => (rule.Verdict, Count: ledger.Count(rule.Verdict)))
        .Where(rule => rule.Count > 0)
        .Select(rule => $"{rule.Count} {rule.Verdict.Words()}"));

    private static void Surprises(StringBuilder page, Ledger ledger)
    {
        Row[] surprises = [.. ledger.Surprises()];
        if (surprises.Length == 0)
            return;
        page.AppendLine("\n## The rows that surprise\n\n| id | they said | then | now | |\n|---|---|--:|--:|---|");
        foreach (var row in surprises)
            page.AppendLine(Surprise(row));
    }

    private static void HowToRead(StringBuilder page)
    {
        page.AppendLine("\n## How to read it\n");
        page.AppendLine("Machines have changed, so figures per second cannot be compared across ten years; **the ratio inside a claim can**. "
            + "*Then* and *now* are that ratio where a claim has one, with the figures behind it in small type. "
            + "There, three figures with dots between them are requests/s, median and 99th percentile latency. "
            + "A benchmark's brackets are the lowest and the highest of its jobs, D4b's of its pairs; memory and other bursts have none.\n");
        page.AppendLine("| mark | verdict | means |\n|---|---|---|");
        foreach (var (verdict, means) in Rules)
            page.AppendLine($"| {verdict.Mark()} | **{verdict.Words()}** | {means} |");
    }

    private static void Section(StringBuilder page, char letter, Source source, IEnumerable<Row> rows)
    {
        page.AppendLine($"\n## {letter}. {source.Name}: {source.Subject}\n\n*{source.Title}*\n");
        page.AppendLine("| id | claim | then | now [95 % interval] | verdict |\n|---|---|--:|--:|---|");
        foreach (var row in rows)
        {
            var id = $"<a id=\"{row.Claim.Id.ToLowerInvariant()}\"></a>**{row.Claim.Id}**";
            page.AppendLine($"| {id} | {row.Claim.Words} | {Then(row)}{Small(row.Claim.Then.Figures)} "
                + $"| {Now(row)}{Small(row.Now.Figures)} | {Found(row, "<br>")} |");
        }
    }

    private static string Then(Row row) => row.Claim.Then.Ratio is { } ratio ? $"**{Figures.Times(ratio)}**" : "";

    private static string Now(Row row) => row.Now.Ratio is { } ratio ? Figures.Times(ratio) : "";

    private static string Small(string figures) => figures.Length == 0 ? "" : $"<br><sub>{figures}</sub>";

    private static string Found(Row row, string separator) => row.Verdict is Verdict.Yardstick
        ? "the yardstick"
        : $"{row.Verdict.Mark()} **{row.Verdict.Words()}**" + (row.Why is { } why ? $"{separator}{why}" : "");
}
