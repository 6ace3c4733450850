namespace Studies.Claims;

/// <summary>Formats the ledger of publications, which is a part of docs/claims.md.</summary>
internal static partial class LedgerMarkdown
{
    public static string Format(Ledger all)
    {
        var ledger = all.Select(questions: false);
        var page = new StringBuilder();
        page.AppendLine($"Verdicts of measured claims: **{FormatCounts(ledger)}. {FormatSeries(ledger)}\n");
        page.AppendLine("![The published ratio of each claim, and the measured one with its interval](claims.svg)\n");
        page.AppendLine(LedgerPicture.FormatCaption(ledger));
        foreach (var source in ledger.Library.Sources)
            AppendSource(page, ledger, source);
        return page.ToString().ReplaceLineEndings("\n");
    }

    // Only what was measured counts. A row that could hardly fail is shown, and named.
    private static string FormatCounts(Ledger ledger)
    {
        var kinds = ledger.Entries.ToLookup(entry => ledger.Library.GetKind(entry.Claim.Id));
        var counts = kinds[RowKind.Measured].Select(one => one.Decision.Verdict)
            .CountBy(verdict => verdict).OrderBy(count => count.Key)
            .Select(count => $"{count.Key.GetText()} {count.Value}");
        return $"{string.Join(" · ", counts)}.** Not counted are {kinds[RowKind.Check].Count()} tests of documented "
            + $"behaviour and {kinds[RowKind.ByConstruction].Count()} rows that their design decides. We chose these "
            + "rows after we knew their verdicts";
    }

    /// <summary>Says how many rows have fewer series than two.</summary>
    public static string FormatSeries(Ledger ledger)
    {
        var cells = ledger.Entries.SelectMany(entry => entry.Cells)
            .Where(cell => cell.Metrics.Values.Any(metric => metric.Starts > 1)).ToArray();
        var missing = ledger.Entries.Count(entry => entry.Cells is []);
        var single = cells.Count(cell => cell.Metrics.Values.Max(one => one.Series) < 2);
        return $"Of {cells.Length} rows with starts, {single} have one series of starts so far, and the others two or "
            + "more, at least four hours apart."
            + (missing is 0 ? "" : $" {missing} rows are not yet measured.");
    }

    private static void AppendSource(StringBuilder page, Ledger ledger, PublicationClaims source)
    {
        var publication = source.Publication;
        var title = publication.Url is { } url ? $"[{publication.Title}]({url})" : publication.Title;
        page.AppendLine($"\n## {publication.Letter}. {publication.Name}: {publication.Subject}\n\n*{title}*\n");
        page.AppendLine("""
            | id | claim | published | measured [95 % interval] | processor | verdict |
            |---|---|--:|--:|---|---|
            """);
        foreach (var entry in ledger.GetEntries(source))
        {
            var file = entry.Claim.File;
            page.AppendLine($"| <a id=\"{file.Id.ToLowerInvariant()}\"></a>[**{file.Id}**](claims/{file.Id}.yaml) "
                + $"| {file.Statement}{FormatEdition(file.Edition)} "
                + $"| {FormatRatio(file.Published.GetRatio())}{FormatSmall(file.Published.Figures)} "
                + $"| {FormatMeasured(entry)}{FormatSmall(RowStarts.Format(entry), FormatFigures(entry))} "
                + $"| {RowStarts.FormatProcessors(entry, ledger.Library.Explanations.Processors)} "
                + $"| {FormatVerdict(ledger, entry)} |");
        }

        AppendLeftOut(page, source);
    }

    /// <summary>Appends what of a publication has no row.</summary>
    public static void AppendLeftOut(StringBuilder page, PublicationClaims source)
    {
        page.AppendLine($"\n### Left out of {source.Publication.Letter}\n");
        foreach (var left in source.Publication.LeftOut)
            page.AppendLine($"- {left.Statement}: {left.Reason}");
        if (source.Statements is { Statements: var statements })
        {
            page.AppendLine($"Of {statements.Count} statements, {statements.Count(one => one.LeftOut is not null)} "
                + $"have no row. [The list](sources/{source.Publication.Id}.yaml) gives the reason for each.");
        }
    }

    private static string? FormatKind(RowKind kind) => kind switch
    {
        RowKind.Check => "a test of documented behaviour",
        RowKind.ByConstruction => "decided by its design",
        _ => null,
    };

    /// <summary>Links to the erratum of a row; null if there is none.</summary>
    public static string? FormatErratum(Ledger ledger, LedgerEntry entry) =>
        ledger.Library.GetErratum(entry.Claim.Id) is null
            ? null
            : $"[an erratum]({HistoryMarkdown.Path}#{entry.Claim.Id.ToLowerInvariant()})";

    public static string FormatEdition(Edition edition) => edition switch
    {
        Edition.AsPublished => " (*as published*)",
        Edition.Mended => " (*mended*)",
        _ => "",
    };

    private static string FormatRatio(double? ratio) =>
        ratio is { } value ? $"**{LedgerNumbers.FormatRatio(value)}**" : "";

    // A count needs no interval, and stands in the figures below.
    private static string FormatMeasured(LedgerEntry entry) => string.Join("<br>",
        from metrics in entry.Cells is [] ? [entry.Metrics] : entry.Cells.Select(cell => cell.Metrics)
        from metric in metrics
        where !metric.Value.IsExact && metric.Key != LedgerEntry.Difference
        select metric.Key is LedgerEntry.Ratio
            ? $"{FormatRatio(metric.Value.Value)} {LedgerNumbers.FormatInterval(metric.Value)}".Trim()
            : $"{LedgerNumbers.Format(metric.Value)}: {entry.Claim.File.Metrics[metric.Key]}");

    /// <summary>Formats small text below a figure, of parts that may be null or empty.</summary>
    public static string FormatSmall(params IEnumerable<string?> parts) =>
        string.Join("; ", parts.Where(part => part is { Length: > 0 })) is { Length: > 0 } text
            ? $"<br><sub>{text}</sub>"
            : "";

    /// <summary>Formats the figures of a row; those of several starts are of the last one.</summary>
    public static string? FormatFigures(LedgerEntry entry) =>
        entry.Latest is { } latest ? LastStartPattern().Replace(latest.Figures, "last start: ") : null;

    private static string FormatVerdict(Ledger ledger, LedgerEntry entry)
    {
        var (verdict, explanation) = entry.Decision;
        string?[] texts =
        [
            FormatKind(ledger.Library.GetKind(entry.Claim.Id)), explanation,
            ledger.Library.GetExplanation(entry.Claim.Id, verdict),
            FormatErratum(ledger, entry),
        ];
        return $"{verdict.GetMark()} **{verdict.GetText()}**"
            + string.Concat(texts.OfType<string>().Select(text => $"<br>{text}"));
    }

    [GeneratedRegex(@"^in the last (of \d+ starts|start) ", RegexOptions.ExplicitCapture)]
    private static partial Regex LastStartPattern();
}
