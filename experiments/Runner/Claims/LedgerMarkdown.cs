namespace Experiments.Claims;

/// <summary>Formats the ledger of publications, which is a part of docs/claims.md.</summary>
internal static class LedgerMarkdown
{
    private const int UsualStarts = 10;

    public static string Format(Ledger all)
    {
        var ledger = all.Select(questions: false);
        return $"Measured on {FormatMachine(ledger)}. {UsualStarts} starts of all processes, unless a row says otherwise.\n\n"
            + $"Verdicts of measured claims: **{FormatCounts(ledger)}\n\n"
            + "![The published ratio of each claim, and the measured one with its interval](claims.svg)\n\n"
            + $"{LedgerPicture.FormatCaption(ledger)}\n"
            + string.Concat(ledger.Publications.Select(one =>
                $"\n## {one.Name}: {one.Subject}\n\n*{FormatTitle(one)}*\n\n" + TextTable.FormatMarkdown(
                    4, ["claim", "published", "measured [95 % interval]", "verdict"],
                    ledger.GetEntries(one).Select(entry => FormatCells(entry, ledger.Machine)))
                    + $"\n{LedgerTable.FormatLeftOut(one)}"));
    }

    private static string FormatTitle(Publication one) => one.Url is { } url ? $"[{one.Title}]({url})" : one.Title;

    private static string FormatMachine(Ledger ledger)
    {
        LedgerRow[] rows = [.. ledger.Entries.Select(entry => entry.Row).Where(row => row.Processors[0].Name == ledger.Machine)];
        var (first, last) = (rows.Min(row => row.Date), rows.Max(row => row.Date));
        return $"{ledger.Machine}, {first}{(first == last ? "" : $" to {last}")}";
    }

    private static string[] FormatCells(LedgerEntry entry, string machine) =>
    [
        $"{LedgerTable.FormatAnchor(entry.Claim)}<br>{entry.Claim.File.RowName ?? entry.Claim.File.Statement}"
            + FormatEdition(entry.Claim.File.Edition),
        FormatPublished(entry.Claim.File.Published), FormatMeasured(entry, machine), FormatVerdict(entry),
    ];

    public static string FormatEdition(Edition edition) => edition switch
    {
        Edition.AsPublished => " (*as published*)",
        Edition.Mended => " (*mended*)",
        _ => "",
    };

    // Only what was measured counts. A row that could hardly fail is shown, and named.
    private static string FormatCounts(Ledger ledger)
    {
        var kinds = ledger.Entries.ToLookup(entry => entry.Claim.File.Kind);
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
            entry.Claim.File.Kind switch
            {
                RowKind.Check => "a test of documented behaviour",
                RowKind.ByConstruction => "decided by its design",
                _ => null,
            },
            entry.Row.Open, entry.Claim.File.Note,
        ];
        return string.Join("<br>", texts.OfType<string>());
    }

    // A count has no interval.
    private static string FormatMeasured(LedgerEntry entry, string machine)
    {
        var starts = entry.Metrics.Values.Max(metric => metric.Starts);
        IEnumerable<string?> lines =
        [
            .. from processor in entry.Row.Processors
               from metric in processor.Metrics
               where !metric.Value.IsExact && (entry.MeasuredRatio is null || metric.Key is LedgerEntry.Ratio)
               select FormatEstimate(entry, metric.Key, metric.Value)
                   + (processor.Name == machine ? "" : $" {processor.Name}"),
            entry.Row.Figures is "" ? null : entry.Row.Figures,
            starts is UsualStarts ? null : $"{starts} {(starts is 1 ? "start" : "starts")}",
        ];
        return string.Join("<br>", lines.OfType<string>());
    }

    private static string FormatEstimate(LedgerEntry entry, string name, Metric metric) =>
        $"**{LedgerNumbers.Format(metric.Value)}** {LedgerNumbers.FormatInterval(metric)}".Trim()
        + (name is LedgerEntry.Ratio ? "" : $" {entry.Claim.File.Metrics[name]}");
}
