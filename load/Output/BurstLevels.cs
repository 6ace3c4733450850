using Load.Results;
using static Load.Units.SignificantDigits;

namespace Load.Output;

/// <summary>How high the tiers went in bursts, as columns of a table.</summary>
internal static class BurstLevels
{
    public static readonly string[] Names = ["threads", "queue", "MB"];

    /// <summary>Those that said anything.</summary>
    public static IReadOnlyList<string> GetProcesses(IEnumerable<BurstResult> bursts) =>
        [.. bursts.SelectMany(burst => burst.Processes ?? new Dictionary<string, LevelResult?>())
            .Where(tier => tier.Value is not null)
            .Select(tier => tier.Key)
            .Distinct()];

    public static IEnumerable<string> Format(BurstResult burst, IEnumerable<string> tiers) => tiers.SelectMany(tier =>
    {
        var levels = burst.Processes?.GetValueOrDefault(tier);
        return (string[])[FormatWhole(levels?.PoolThreads), FormatWhole(levels?.PoolQueue), FormatNumber(levels?.WorkingSetMb)];
    });
}
