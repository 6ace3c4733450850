namespace Experiments.Claims;

/// <summary>
/// Formats the table of a publication, with a row for each claim. Hosts, kernels and series stand in
/// experiments/results/ledger.json.
/// </summary>
internal static class LedgerTable
{
    /// <summary>Formats the table, with what is left out below.</summary>
    /// <param name="ledger">The rows.</param>
    /// <param name="publication">The publication.</param>
    /// <param name="headings">The headings of its own columns.</param>
    /// <param name="formatCells">Formats these cells of a row.</param>
    public static string Format(
        Ledger ledger, Publication publication, IReadOnlyList<string> headings,
        Func<LedgerEntry, IEnumerable<string>> formatCells)
    {
        string[] all = ["row", .. headings, "starts, date", "again"];
        var table = new TextTable(all.Length, all);
        foreach (var entry in ledger.GetEntries(publication))
        {
            table.Add(
                [FormatAnchor(entry.Claim), .. formatCells(entry), FormatStarts(entry),
                    $"`make claim NAME={entry.Claim.Slug}`"]);
        }

        return $"{table.ToMarkdown()}\n{FormatLeftOut(publication)}";
    }

    private static string FormatStarts(LedgerEntry entry) =>
        $"{string.Join(" + ", entry.Row.Processors.Select(one => one.Metrics.Values.Max(metric => metric.Starts)))}, "
        + (entry.Row.Processors is [var only] ? $"{GetBrand(only.Name)}, " : "") + entry.Row.Date;

    public static string GetBrand(string processor) =>
        processor.Contains("Intel", StringComparison.Ordinal) ? "Intel" : "AMD";

    public static string FormatAnchor(Claim claim) =>
        $"<a id=\"{claim.Anchor}\"></a>[{claim.File.Name}](../experiments/claims/{claim.Publication.Id}.yaml)";

    public static string FormatLeftOut(Publication publication) =>
        string.Concat(publication.LeftOut.Select(left => $"- Left out: {left.Statement}; {left.Reason}\n"))
        + (publication.Statements is [_, ..] and var all
            ? $"[{all.Count} statements](../experiments/claims/{publication.Id}.yaml) of this publication can be measured. "
                + $"{all.Count(one => one.LeftOut is not null)} are left out, each with its reason.\n"
            : "");
}
