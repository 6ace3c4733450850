using Load.Results;
using static Load.Units.SignificantDigits;

namespace Load.Output;

/// <summary>Formats the levels that the monitored processes reached in each burst, as columns of a table.</summary>
internal static class BurstLevels
{
    /// <summary>The headings of the columns of one process.</summary>
    public static readonly string[] Headings = ["threads", "queue", "MB"];

    /// <summary>The names of the processes that were sampled in any burst.</summary>
    public static IReadOnlyList<string> GetProcessNames(IEnumerable<BurstResult> bursts) =>
        [.. bursts.SelectMany(burst => burst.Processes ?? new Dictionary<string, LevelResult?>())
            .Where(process => process.Value is not null)
            .Select(process => process.Key)
            .Distinct()];

    /// <summary>Formats the cells of a burst: three for each process.</summary>
    public static IEnumerable<string> FormatCells(BurstResult burst, IEnumerable<string> processNames) =>
        processNames.SelectMany(name =>
        {
            var levels = burst.Processes?.GetValueOrDefault(name);
            return (string[])
                [FormatWhole(levels?.PoolThreads), FormatWhole(levels?.PoolQueue), FormatNumber(levels?.WorkingSetMb)];
        });
}
