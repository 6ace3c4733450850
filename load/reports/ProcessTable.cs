using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports;

/// <summary>
/// Creates the table of the CPU time, connections and memory that a run used in each monitored process.
/// </summary>
internal static class ProcessTable
{
    /// <summary>The headings of the columns that follow the process name.</summary>
    public static readonly IReadOnlyList<string> Headings =
    [
        "CPU ms/request", "connections", "per s", "TIME_WAIT", "working set MB", "after", "anonymous MB", "after",
    ];

    /// <summary>
    /// Creates a row for each monitored process whose metrics could be read: the process name, then a cell for each
    /// heading.
    /// </summary>
    public static IReadOnlyList<string[]> CreateRows(Result result) =>
    [
        .. result.Variants[0].Processes
            .Where(process => process.Value is not null)
            .Select(process => CreateRow(process.Key, process.Value!)),
    ];

    private static string[] CreateRow(string name, ProcessResult usage) =>
    [
        usage.Restarts is null ? name : $"{name} (restarted)",
        FormatNumber(usage.CpuMs),
        FormatInteger(usage.ConnectionsOpened),
        FormatNumber(usage.ConnectionsPerS),
        FormatInteger(usage.TimeWait),
        FormatNumber(usage.WorkingSetMb),
        FormatNumber(usage.WorkingSetAfterMb),
        FormatNumber(usage.AnonymousMb),
        FormatNumber(usage.AnonymousAfterMb),
    ];
}
