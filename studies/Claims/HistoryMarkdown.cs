namespace Studies.Claims;

/// <summary>Formats the page of the archive with all measurements of each row.</summary>
internal static class HistoryMarkdown
{
    public const string Path = "archive/history.md";

    public static string Format(Ledger ledger) => """
        # The measurements of each row

        A line has the figures, the processor and kernel, the version and the files.
        [How they are pooled](../method.md#4-validity)

        """ + string.Concat(
            from entry in ledger.Entries
            let erratum = ledger.Library.GetErratum(entry.Claim.Id)
            let lines = (erratum is null ? [] : new[] { $"- **Erratum**, found after the measurement: {erratum}\n" })
                .Concat(entry.History.Select(FormatRecord))
            where lines.Any()
            select $"\n## {entry.Claim.Id}\n\n{string.Concat(lines)}");

    private static string FormatRecord(ArchiveRecord record)
    {
        var metrics = record.Metrics.Select(metric => $"{metric.Key} {LedgerNumbers.Format(metric.Value)}");
        var raw = record.Raw is { } path ? $", [files]({path})" : "";
        return $"- {record.Date}: {string.Join(", ", metrics)} "
            + $"({record.Machine.Host}, `{record.FormatCommit()}`{raw})\n";
    }
}
