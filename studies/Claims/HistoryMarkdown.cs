namespace Studies.Claims;

/// <summary>Formats the page of the archive with all measurements of each row.</summary>
internal static class HistoryMarkdown
{
    public const string Path = "archive/history.md";

    public static string Format(Ledger ledger)
    {
        var page = new StringBuilder();
        page.AppendLine("""
            # The measurements of each row

            A line has the verdict of its day, the figures, the version and the files. *Inside* and *outside* compare a
            mean with the 95 % range that the measurement before it predicts.
            """);
        foreach (var entry in ledger.Entries)
            AppendRow(page, entry, ledger.Library.GetErratum(entry.Claim.Id));
        return page.ToString().ReplaceLineEndings("\n");
    }

    private static void AppendRow(StringBuilder page, LedgerEntry entry, string? erratum)
    {
        if (entry.History is [] && erratum is null)
            return;
        page.AppendLine($"\n## {entry.Claim.Id}\n");
        if (erratum is not null)
            page.AppendLine($"- **Erratum**, found after the measurement: {erratum}");
        foreach (var record in entry.History)
            page.AppendLine($"- {record.Date}: {FormatRecord(record, "")}{FormatReplication(entry, record)}");
        if (FormatSpread(entry.History.Where(record => record.IsOfRule(entry.Claim))) is { } spread)
            page.AppendLine($"- {spread}");
    }

    /// <summary>Formats the verdict and the figures of a measurement, and links to its files.</summary>
    public static string FormatRecord(ArchiveRecord record, string archive)
    {
        var metrics = string.Join(
            ", ", record.Metrics.Select(metric => $"{metric.Key} {LedgerNumbers.Format(metric.Value)}"));
        var raw = record.Raw is { } path ? $", [files]({archive}{path})" : "";
        var commit = RowStarts.FormatCommit(record.Commit);
        return $"{record.Verdict}{(metrics is "" ? "" : $", {metrics}")} (`{commit}`{raw})";
    }

    private static string FormatReplication(LedgerEntry entry, ArchiveRecord record) =>
        entry.Replications.FirstOrDefault(replication => replication.Again == record) is { } replication
            ? $", {(replication.IsAsPredicted ? "inside" : "**outside**")} "
                + $"[{LedgerNumbers.Format(replication.Mean.Lo)}, {LedgerNumbers.Format(replication.Mean.Hi)}]"
            : "";

    private static string? FormatSpread(IEnumerable<ArchiveRecord> history)
    {
        double[] ratios =
        [
            .. history.Select(record => record.Metrics.GetValueOrDefault(LedgerEntry.Ratio)?.Value).OfType<double>(),
        ];
        return ratios is [_, _, ..]
            ? $"Of {ratios.Length} ratios with today's file, the highest is "
                + $"{LedgerNumbers.Format(ratios.Max() / ratios.Min())} times the lowest."
            : null;
    }
}
