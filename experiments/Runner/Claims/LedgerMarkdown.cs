namespace Experiments.Claims;

/// <summary>Formats the ledger of publications, which is a part of docs/claims.md.</summary>
internal static class LedgerMarkdown
{
    public static string Format(Ledger all)
    {
        var ledger = all.Select(questions: false);
        return $"Verdicts of measured claims: **{FormatCounts(ledger)}\n\n"
            + "![The published ratio of each claim, and the measured one with its interval](claims.svg)\n\n"
            + $"{LedgerPicture.FormatCaption(ledger)}\n"
            + LedgerTable.Format(ledger, ["claim", "published", "verdict"], entry =>
            [
                entry.Claim.File.Statement + FormatEdition(entry.Claim.File.Edition),
                FormatPublished(entry.Claim.File.Published), FormatVerdict(entry),
            ]);
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
        var kinds = ledger.Entries.ToLookup(entry => entry.Row.Kind);
        var counts = kinds[RowKind.Measured].Select(one => one.Row.Verdict)
            .CountBy(verdict => verdict).OrderBy(count => count.Key)
            .Select(count => $"{count.Key.GetText()} {count.Value}");
        return $"{string.Join(" · ", counts)}.** Not counted are {kinds[RowKind.Check].Count()} tests of documented "
            + $"behaviour and {kinds[RowKind.ByConstruction].Count()} rows that their design decides. We chose which "
            + "rows are not counted after we knew their verdicts.";
    }

    private static string FormatPublished(PublishedFigures published) =>
        (published.GetRatio() is { } ratio ? $"**{LedgerNumbers.FormatRatio(ratio)}**<br>" : "") + published.Figures;

    private static string FormatVerdict(LedgerEntry entry)
    {
        var verdict = entry.Row.Verdict;
        string?[] texts =
        [
            $"{verdict.GetMark()} **{verdict.GetText()}**",
            entry.Row.Kind switch
            {
                RowKind.Check => "a test of documented behaviour",
                RowKind.ByConstruction => "decided by its design",
                _ => null,
            },
            entry.Row.Open, entry.Claim.File.Note,
        ];
        return string.Join("<br>", texts.OfType<string>());
    }
}
