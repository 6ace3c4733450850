namespace Studies.Claims;

/// <summary>Formats the ledger of publications, which is a part of docs/claims.md.</summary>
internal static class LedgerMarkdown
{
    private const string Heading = """
        | id | claim | published | measured [95 % interval] | processor | verdict |
        |---|---|--:|--:|---|---|
        """;

    public static string Format(Ledger all)
    {
        var ledger = all.Select(questions: false);
        return $"Verdicts of measured claims: **{FormatCounts(ledger)}. {LedgerTable.FormatSeries(ledger)}\n\n"
            + "![The published ratio of each claim, and the measured one with its interval](claims.svg)\n\n"
            + $"{LedgerPicture.FormatCaption(ledger)}\n"
            + LedgerTable.Format(ledger, Heading, entry => FormatCells(ledger, entry));
    }

    public static string FormatEdition(Edition edition) => edition switch
    {
        Edition.AsPublished => " (*as published*)",
        Edition.Mended => " (*mended*)",
        _ => "",
    };

    // Only what was measured counts. A row that could hardly fail is shown, and named.
    private static string FormatCounts(Ledger ledger)
    {
        var kinds = ledger.Entries.ToLookup(entry => ledger.Library.GetKind(entry.Claim.Id));
        var counts = kinds[RowKind.Measured].Select(one => one.Decision.Verdict)
            .CountBy(verdict => verdict).OrderBy(count => count.Key)
            .Select(count => $"{count.Key.GetText()} {count.Value}");
        return $"{string.Join(" · ", counts)}.** Not counted are {kinds[RowKind.Check].Count()} tests of documented "
            + $"behaviour and {kinds[RowKind.ByConstruction].Count()} rows that their design decides. We chose which "
            + "rows are not counted after we knew their verdicts";
    }

    private static string[] FormatCells(Ledger ledger, LedgerEntry entry) =>
    [
        entry.Claim.File.Statement + FormatEdition(entry.Claim.File.Edition),
        FormatRatio(entry.Claim.File.Published.GetRatio())
            + LedgerTable.FormatSmall(entry.Claim.File.Published.Figures),
        FormatMeasured(entry)
            + LedgerTable.FormatSmall(LedgerTable.FormatStarts(entry), LedgerTable.FormatFigures(entry)),
        LedgerTable.FormatProcessors(entry, ledger.Library.Explanations.Processors),
        FormatVerdict(ledger, entry),
    ];

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

    private static string FormatVerdict(Ledger ledger, LedgerEntry entry)
    {
        var (verdict, explanation) = entry.Decision;
        string?[] texts =
        [
            $"{verdict.GetMark()} **{verdict.GetText()}**",
            ledger.Library.GetKind(entry.Claim.Id) switch
            {
                RowKind.Check => "a test of documented behaviour",
                RowKind.ByConstruction => "decided by its design",
                _ => null,
            },
            explanation, ledger.Library.GetExplanation(entry.Claim.Id, verdict),
            LedgerTable.FormatErratum(ledger, entry),
        ];
        return string.Join("<br>", texts.OfType<string>());
    }
}
