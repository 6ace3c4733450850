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

            A line has the figures, the processor, the version and the files. The ledger pools the starts of one
            processor and one build of the services.
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
            page.AppendLine($"- {record.Date}: {FormatRecord(record, "")}");
    }

    /// <summary>Formats the verdict and the figures of a measurement, and links to its files.</summary>
    public static string FormatRecord(ArchiveRecord record, string archive)
    {
        var metrics = string.Join(
            ", ", record.Metrics.Select(metric => $"{metric.Key} {LedgerNumbers.Format(metric.Value)}"));
        var raw = record.Raw is { } path ? $", [files]({archive}{path})" : "";
        var commit = RowStarts.FormatCommit(record.Commit);
        return $"{metrics} ({record.Machine.Processor}, `{commit}`{raw})";
    }
}
