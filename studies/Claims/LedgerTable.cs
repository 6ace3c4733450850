namespace Studies.Claims;

/// <summary>Formats the tables of a page of the ledger: one for each publication.</summary>
internal static partial class LedgerTable
{
    /// <summary>Formats a section for each publication, whose table has a row for each of its claims.</summary>
    /// <param name="ledger">The rows.</param>
    /// <param name="heading">The headings of the columns and the line below them; the first column is the id.</param>
    /// <param name="formatCells">Formats the cells of a row but the id.</param>
    public static string Format(Ledger ledger, string heading, Func<LedgerEntry, IEnumerable<string>> formatCells) =>
        string.Concat(
            from source in ledger.Library.Sources
            let publication = source.Publication
            let title = publication.Url is { } url ? $"[{publication.Title}]({url})" : publication.Title
            let rows = ledger.GetEntries(source).Select(
                entry => $"| {FormatId(entry.Claim)} | {string.Join(" | ", formatCells(entry))} |\n")
            select $"\n## {publication.Letter}. {publication.Name}: {publication.Subject}\n\n*{title}*\n\n"
                + $"{heading}\n{string.Concat(rows)}{FormatLeftOut(source)}");

    /// <summary>Says how many cells have fewer series than two.</summary>
    public static string FormatSeries(Ledger ledger)
    {
        var cells = ledger.Entries.SelectMany(entry => entry.Cells)
            .Where(cell => cell.Metrics.Values.Any(metric => metric.Starts > 1)).ToArray();
        var missing = ledger.Entries.Count(entry => entry.Cells is []);
        var single = cells.Count(cell => cell.Metrics.Values.Max(one => one.Series) < 2);
        return $"A series is several starts of the processes, one after the other. There are "
            + $"{cells.Length} measurements, one for each row and kind of processor: {single} have one series so far, "
            + "and the others two or more, at least four hours apart. Between series, all intervals add "
            + $"{LedgerNumbers.Format(ledger.Entries[0].SeriesShare)} times the variance of starts."
            + (missing is 0 ? "" : $" {missing} rows are not yet measured.");
    }

    /// <summary>Formats the erratum of a row, which was found after its measurement; null if there is none.</summary>
    public static string? FormatErratum(Ledger ledger, LedgerEntry entry) =>
        ledger.Library.GetErratum(entry.Claim.Id) is { } text ? $"*erratum*: {text}" : null;

    /// <summary>Formats small text below a figure, of parts that may be null or empty.</summary>
    public static string FormatSmall(params IEnumerable<string?> parts) =>
        string.Join("; ", parts.Where(part => part is { Length: > 0 })) is { Length: > 0 } text
            ? $"<br><sub>{text}</sub>" : "";

    /// <summary>Formats the figures of a row, which are those of its newest series.</summary>
    public static string? FormatFigures(LedgerEntry entry) =>
        entry.Latest is { } latest
            ? (entry.Cells.Sum(cell => cell.Records.Count) > 1 ? $"newest series, on {latest.Machine.Host}: " : "")
                + LastStartPattern().Replace(latest.Figures, "last start: ")
            : null;

    /// <summary>Formats the starts and series of each cell, its hosts, and why there are few; empty for none.</summary>
    public static string FormatStarts(LedgerEntry entry)
    {
        if (entry.Latest is not { } latest)
            return "";
        var cells = entry.Cells is [] ? FormatStarts(latest.Metrics, latest) : string.Join("; ", entry.Cells
            .Select(cell => FormatStarts(cell.Metrics, cell.Records[^1]) + FormatHosts(cell)).Distinct());
        return cells + (entry.Claim.File.Design.FewStarts is { } reason ? $": {reason.TrimEnd('.')}" : "");
    }

    /// <summary>Formats the processors of a row, and those that are missing.</summary>
    public static string FormatProcessors(LedgerEntry entry, IReadOnlyList<string> wanted)
    {
        string[] measured = [.. entry.Cells.Select(cell => cell.Processor)];
        return string.Join("<br>", measured.Concat(wanted
            .Where(one => !measured.Any(name => name.Contains(one, StringComparison.Ordinal)))
            .Select(one => $"*{one}: not measured*")));
    }

    private static string FormatStarts(IReadOnlyDictionary<string, Metric> metrics, ArchiveRecord last) =>
        metrics.Values.MaxBy(one => one.Starts)! switch
        {
            { Starts: 1 } => "1 start on",
            { Series: 1, Starts: var starts } => $"{starts} starts in one series on",
            { Series: var series, Starts: var starts } => $"{starts} starts in {series} series, the newest on",
        } + $" {last.Date[..10]} (`{last.FormatCommit()}`)";

    private static string FormatHosts(Cell cell) => cell.GetHosts(LedgerEntry.Ratio) is [_, _, ..] hosts
        ? ", by kernel " + string.Join(" and ", hosts.Select(one => $"{one.Kernel} {LedgerNumbers.Format(one.Metric)}"))
        : "";

    private static string FormatId(Claim claim) =>
        $"<a id=\"{claim.Anchor}\"></a>[**{claim.Id}**](claims/{claim.Id}.yaml)";

    // What of a publication has no row.
    private static string FormatLeftOut(PublicationClaims source) =>
        $"\n### Left out of {source.Publication.Letter}\n\n"
        + string.Concat(source.Publication.LeftOut.Select(left => $"- {left.Statement}: {left.Reason}\n"))
        + (source.Statements is { Statements: var statements }
            ? $"Of {statements.Count} statements, {statements.Count(one => one.LeftOut is not null)} have no row. "
                + $"[The list](sources/{source.Publication.Id}.yaml) gives the reason for each.\n"
            : "");

    [GeneratedRegex(@"^in the last (of \d+ starts|start) ", RegexOptions.ExplicitCapture)]
    private static partial Regex LastStartPattern();
}
