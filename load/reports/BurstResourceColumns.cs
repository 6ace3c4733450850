using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports;

/// <summary>
/// Formats the pool threads, pool queue and memory of the monitored processes in each burst, as columns of a table.
/// </summary>
internal static class BurstResourceColumns
{
    /// <summary>The headings of the three columns that each monitored process has.</summary>
    public static readonly string[] Headings = ["threads", "queue", "MB"];

    /// <summary>Returns the names of the monitored processes whose metrics were read in at least one burst.</summary>
    public static IReadOnlyList<string> GetProcessNames(IEnumerable<BurstResult> bursts) =>
        [.. bursts.SelectMany(burst => burst.Processes ?? new Dictionary<string, ProcessResult.Levels?>())
            .Where(process => process.Value is not null)
            .Select(process => process.Key)
            .Distinct()];

    /// <summary>
    /// Formats the table cells of one burst of requests: pool threads, pool queue and memory of each monitored process.
    /// </summary>
    public static IEnumerable<string> FormatCells(BurstResult burst, IEnumerable<string> processNames) =>
        processNames.SelectMany(name =>
        {
            var levels = burst.Processes?.GetValueOrDefault(name);
            return (string[])
                [FormatInteger(levels?.PoolThreads), FormatInteger(levels?.PoolQueue), FormatNumber(
                    levels?.WorkingSetMb)];
        });
}
