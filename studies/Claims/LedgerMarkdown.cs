using System.Text;

namespace Studies.Claims;

/// <summary>Formats the ledger as a Markdown page.</summary>
internal static class LedgerMarkdown
{
    private static readonly (Verdict Verdict, string Meaning)[] VerdictMeanings =
    [
        (Verdict.Holds,
            "the measured ratio and its 95 % interval are on the same side of 1 as the published ratio, the ratio has "
            + "at least half of the published effect (in logarithms) and is within a factor of 2 of it; or the "
            + "statement was confirmed"),
        (Verdict.Differs,
            "the measured ratio and its interval are on the same side of 1 as the published ratio, but the ratio has "
            + "less than half of the published effect (in logarithms) or is more than a factor of 2 away from it"),
        (Verdict.NoLongerHolds,
            "the interval is on the other side of 1, or less than a tenth of the published effect is left (in "
            + "logarithms); or the statement was not confirmed"),
        (Verdict.Undecided, "the interval is too wide, or the difference is too small, for a decision"),
        (Verdict.NotMeasured, "the row says why"),
    ];

    public static string Format(Ledger ledger)
    {
        var page = new StringBuilder("# Claims, measured again\n\n");
        page.AppendLine("This page shows what four publications claimed, and what the same experiments give today.");
        page.AppendLine($"Verdicts: **{FormatCounts(ledger)}.**\n");
        page.AppendLine("| | |\n|---|---|");
        foreach (var (label, value) in ledger.Provenance)
            page.AppendLine($"| {label} | {value} |");
        AppendLargestDifferences(page, ledger);
        AppendGuide(page);
        foreach (var (index, source) in ledger.Sources.Index())
            AppendSource(page, (char)('A' + index), source, ledger.GetEntries(source));
        return page.ToString();
    }

    private static string FormatCounts(Ledger ledger) => string.Join(" · ", VerdictMeanings
        .Select(rule => (rule.Verdict, Count: ledger.Count(rule.Verdict)))
        .Where(rule => rule.Count > 0)
        .Select(rule => $"{rule.Verdict.GetText()} {rule.Count}"));

    private static void AppendLargestDifferences(StringBuilder page, Ledger ledger)
    {
        LedgerEntry[] surprises = [.. ledger.GetLargestDifferences()];
        if (surprises is [])
            return;
        page.AppendLine("\n## The most surprising results\n");
        page.AppendLine("| id | claim | published | measured | verdict |\n|---|---|--:|--:|---|");
        foreach (var entry in surprises)
        {
            page.AppendLine($"| [{entry.Claim.Id}](#{entry.Claim.Id.ToLowerInvariant()}) | {entry.Claim.Statement} "
                + $"| {FormatPublished(entry)} | {FormatMeasured(entry)} | {FormatVerdict(entry, "; ")} |");
        }
    }

    private static void AppendGuide(StringBuilder page)
    {
        page.AppendLine("\n## How to read the tables\n");
        page.AppendLine(
            "Machines have changed, so rates cannot be compared over ten years. **The ratio inside a claim can.** The "
            + "columns *published* and *measured* show that ratio if a claim has one and, in small type, the figures "
            + "from which it was computed. Three figures with dots between them are the requests per second, the "
            + "median of the latency and the 99th percentile of the latency. The interval of a benchmark extends from "
            + "the lowest to the highest ratio of its variants, and that of D4b from the lowest to the highest ratio "
            + "of its pairs. Memory and the other bursts have no interval.\n");
        page.AppendLine("| mark | verdict | meaning |\n|---|---|---|");
        foreach (var (verdict, meaning) in VerdictMeanings)
            page.AppendLine($"| {verdict.GetMark()} | **{verdict.GetText()}** | {meaning} |");
    }

    private static void AppendSource(
        StringBuilder page, char letter, PublicationClaims source, IEnumerable<LedgerEntry> entries)
    {
        var publication = source.Publication;
        page.AppendLine($"\n## {letter}. {publication.Name}: {publication.Subject}\n\n*{publication.Title}*\n");
        page.AppendLine("| id | claim | published | measured [95 % interval] | verdict |\n|---|---|--:|--:|---|");
        foreach (var entry in entries)
        {
            var id = $"<a id=\"{entry.Claim.Id.ToLowerInvariant()}\"></a>**{entry.Claim.Id}**";
            page.AppendLine($"| {id} | {entry.Claim.Statement} "
                + $"| {FormatPublished(entry)}{FormatFigures(entry.Claim.Published.Figures)} "
                + $"| {FormatMeasured(entry)}{FormatFigures(entry.Measurement.SourceNumbers)} "
                + $"| {FormatVerdict(entry, "<br>")} |");
        }
    }

    private static string FormatPublished(LedgerEntry entry) =>
        entry.Claim.Published.Ratio is { } ratio ? $"**{SignificantDigits.FormatRatio(ratio)}**" : "";

    private static string FormatMeasured(LedgerEntry entry) =>
        entry.Measurement.Ratio is { } ratio ? SignificantDigits.FormatRatio(ratio) : "";

    private static string FormatFigures(string figures) => figures is "" ? "" : $"<br><sub>{figures}</sub>";

    private static string FormatVerdict(LedgerEntry entry, string separator) => entry.Verdict is Verdict.Baseline
        ? "the baseline"
        : $"{entry.Verdict.GetMark()} **{entry.Verdict.GetText()}**"
            + (entry.Reason is { } reason ? $"{separator}{reason}" : "");
}
