namespace Studies.Claims;

/// <summary>Formats on which processors, over how many starts, when, and by which version a row is measured.</summary>
internal static class RowStarts
{
    private const int CommitDigits = 8;

    /// <summary>Formats the starts and series of each cell, and why there are few; empty for none.</summary>
    public static string Format(LedgerEntry entry)
    {
        if (entry.Latest is not { } latest)
            return "";
        var cells = entry.Cells is [] ? FormatStarts(latest.Metrics, latest) : string.Join("; ", entry.Cells
            .Select(cell => FormatStarts(cell.Metrics, cell.Records[^1])).Distinct());
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

    /// <summary>Formats the first digits of the commit of a version; without a commit, the version itself.</summary>
    public static string FormatCommit(string version) => version.Split('+')[^1] is { Length: > CommitDigits } commit
        ? commit[..CommitDigits]
        : version;

    private static string FormatStarts(IReadOnlyDictionary<string, Metric> metrics, ArchiveRecord last)
    {
        var metric = metrics.Values.MaxBy(one => one.Starts)!;
        var starts = metric.Starts is 1 ? "1 start" : $"{metric.Starts} starts";
        var series = metric.Starts is 1 ? "" : metric.Series is 1 ? " in one series" : $" in {metric.Series} series";
        return $"{starts}{series} until {last.Date[..10]} (`{FormatCommit(last.Commit)}`)";
    }
}
