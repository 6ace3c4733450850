using Load.Results;
using static Load.Units.SignificantDigits;

namespace Load.Output;

/// <summary>What a run cost in each tier that told.</summary>
internal static class ProcessTable
{
    public static readonly IReadOnlyList<string> Headings =
    [
        "CPU ms/request", "connections", "per s", "TIME_WAIT", "working set MB", "after", "anonymous MB", "after",
    ];

    /// <returns>A row a tier: its name, and a cell a heading.</returns>
    public static IReadOnlyList<string[]> CreateRows(Result result) =>
    [
        .. result.Variants[0].Processes.Where(tier => tier.Value is not null).Select(tier => Row(tier.Key, tier.Value!)),
    ];

    private static string[] Row(string name, ProcessResult cost) =>
    [
        name, Figure(cost.CpuMs), Whole(cost.ConnectionsOpened), Figure(cost.ConnectionsPerS), Whole(cost.TimeWait),
        Figure(cost.WorkingSetMb), Figure(cost.WorkingSetAfterMb), Figure(cost.AnonymousMb), Figure(cost.AnonymousAfterMb),
    ];
}
