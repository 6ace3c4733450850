namespace Studies.Claims;

/// <summary>Formats over how many process starts a row is measured, when, and by which version.</summary>
internal static class RowStarts
{
    public const int UsualStarts = 10;
    private const int CommitDigits = 8;

    /// <summary>Formats the starts, days and version of a row, and why it has few starts; empty for none.</summary>
    public static string Format(LedgerEntry entry)
    {
        if (entry.Latest is not { } latest || entry.Metrics.Values.MaxBy(metric => metric.Starts) is not { } metric)
            return "";
        var starts = metric.Starts is 1 ? "1 start" : $"{metric.Starts} starts";
        var days = metric.Days is { } count ? $"on {count} days{FormatProcessors(entry)} until" : "on";
        var few = (metric.Starts < UsualStarts, entry.Claim.File.Design?.FewStarts) switch
        {
            (false, _) => "",
            (_, { } reason) => $": {reason.TrimEnd('.')}",
            _ when entry.Claim.File.Design is { Starts: var asked } && asked > metric.Starts =>
                $", of the {asked} that its rule asks for now",
            _ => "",
        };
        return $"{starts} {days} {FormatDay(latest)} (`{FormatCommit(latest.Commit)}`){few}";
    }

    /// <summary>Counts the rows of a page by their days.</summary>
    public static string FormatCounts(IEnumerable<LedgerEntry> rows, Ledger ledger)
    {
        LedgerEntry[] measured = [.. rows.Where(entry => Format(entry) is not "")];
        if (measured is [])
            return "No row is measured.";
        var pooled = measured.Count(entry => entry.Metrics.Values.Any(metric => metric.Days > 1));
        ArchiveRecord[] records = [.. ledger.Entries.SelectMany(entry => entry.History)];
        var newest = records.MaxBy(record => record.Date)!.Commit;
        var first = records.Where(record => record.Commit == newest).MinBy(record => record.Date)!;
        var older = measured.Count(entry => entry.Latest!.GetDay() < first.GetDay());
        return $"Of {measured.Length} rows with a measurement, {pooled} pool the starts of several days, and "
            + $"{measured.Length - pooled} have those of one day. The latest measurement of {older} is older "
            + $"than the newest version that measured (`{FormatCommit(newest)}`, {FormatDay(first)}).";
    }

    /// <summary>Formats the first digits of the commit of a version; without a commit, the version itself.</summary>
    public static string FormatCommit(string version) => version.Split('+')[^1] is { Length: > CommitDigits } commit
        ? commit[..CommitDigits]
        : version;

    // A cloud gives its machines other processors from day to day.
    private static string FormatProcessors(LedgerEntry entry)
    {
        var processors = entry.History.Where(record => record.IsOfRule(entry.Claim)
            && record.Metrics.Values.Any(metric => metric.StartValues is not null));
        return processors.Select(RowMachines.GetName).Distinct().Count() is > 1 and var count
            ? $" and {count} kinds of processor"
            : "";
    }

    private static string FormatDay(ArchiveRecord record) =>
        record.GetDay().ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
}
