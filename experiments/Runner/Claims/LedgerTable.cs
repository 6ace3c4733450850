namespace Experiments.Claims;

/// <summary>
/// Formats the tables of a page of the ledger: one for each publication, with a row for each claim. Hosts, kernels and
/// series stand in experiments/results/ledger.json.
/// </summary>
internal static class LedgerTable
{
    /// <summary>Formats a section for each publication.</summary>
    /// <param name="ledger">The rows.</param>
    /// <param name="headings">The headings of the first columns: what was asked, and the answer.</param>
    /// <param name="formatCells">Formats these cells of a row.</param>
    public static string Format(
        Ledger ledger, IReadOnlyList<string> headings, Func<LedgerEntry, IEnumerable<string>> formatCells) =>
        string.Concat(
            from publication in ledger.Publications
            let title = publication.Url is { } url ? $"[{publication.Title}]({url})" : publication.Title
            let table = CreateTable(ledger.GetEntries(publication), headings, formatCells)
            select $"\n## {publication.Name}: {publication.Subject}\n\n*{title}*\n\n"
                + $"{table.ToMarkdown()}\n{FormatLeftOut(publication)}");

    private static TextTable CreateTable(
        IEnumerable<LedgerEntry> entries, IReadOnlyList<string> headings,
        Func<LedgerEntry, IEnumerable<string>> formatCells)
    {
        string[] all = ["row", .. headings, "measured [95 % interval]", "starts, date", "again"];
        var table = new TextTable(all.Length, all);
        foreach (var entry in entries)
        {
            table.Add(
                [FormatAnchor(entry.Claim), .. formatCells(entry), FormatMeasured(entry), FormatStarts(entry),
                    $"`make claim NAME={entry.Claim.Slug}`"]);
        }

        return table;
    }

    // A count has no interval; that of a question stands in its answer.
    private static string FormatMeasured(LedgerEntry entry)
    {
        string[] estimates =
        [
            .. from processor in entry.Row.Processors
               from metric in processor.Metrics
               where !metric.Value.IsExact && (entry.MeasuredRatio is null || metric.Key is LedgerEntry.Ratio)
               select FormatEstimate(entry, processor, metric.Key, metric.Value),
        ];
        return estimates is [] && entry.Answer is null ? entry.Row.Figures
            : string.Join("<br>", [.. estimates, .. entry.Answer?.Absolute is { } cost ? [cost] : Array.Empty<string>()]);
    }

    private static string FormatEstimate(LedgerEntry entry, MeasuredProcessor processor, string name, Metric metric) =>
        $"**{LedgerNumbers.Format(metric.Value)}** {LedgerNumbers.FormatInterval(metric)}".Trim()
        + (name is LedgerEntry.Ratio ? "" : $" {entry.Claim.File.Metrics[name]}")
        + (entry.Row.Processors.Count > 1 ? $" {GetBrand(processor.Name)}" : "");

    private static string FormatStarts(LedgerEntry entry) =>
        $"{string.Join(" + ", entry.Row.Processors.Select(one => one.Metrics.Values.Max(metric => metric.Starts)))}, "
        + (entry.Row.Processors is [var only] ? $"{GetBrand(only.Name)}, " : "") + entry.Row.Date;

    private static string GetBrand(string processor) =>
        processor.Contains("Intel", StringComparison.Ordinal) ? "Intel" : "AMD";

    private static string FormatAnchor(Claim claim) =>
        $"<a id=\"{claim.Anchor}\"></a>[{claim.File.Name}](../experiments/claims/{claim.Publication.Id}.yaml)";

    private static string FormatLeftOut(Publication publication) =>
        string.Concat(publication.LeftOut.Select(left => $"- Left out: {left.Statement}; {left.Reason}\n"))
        + (publication.Statements is [_, ..] and var all
            ? $"[{all.Count} statements](../experiments/claims/{publication.Id}.yaml) of this publication can be measured. "
                + $"{all.Count(one => one.LeftOut is not null)} are left out, each with its reason.\n"
            : "");
}
