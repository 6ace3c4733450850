using Load.Results;
using static Load.Units.SignificantDigits;

namespace Load.Output;

/// <summary>How high the tiers went in bursts, as columns of a table.</summary>
internal static class BurstLevels
{
    public static readonly string[] Names = ["threads", "queue", "MB"];

    /// <summary>Those that said anything.</summary>
    public static IReadOnlyList<string> TiersOf(IEnumerable<BurstResult> bursts) =>
        [.. bursts.SelectMany(burst => burst.Tiers ?? new Dictionary<string, LevelResult?>())
            .Where(tier => tier.Value is not null)
            .Select(tier => tier.Key)
            .Distinct()];

    public static IEnumerable<string> Format(BurstResult burst, IEnumerable<string> tiers) => tiers.SelectMany(tier =>
    {
        var levels = burst.Tiers?.GetValueOrDefault(tier);
        return (string[])[Whole(levels?.PoolThreads), Whole(levels?.PoolQueue), Figure(levels?.WorkingSetMb)];
    });
}
