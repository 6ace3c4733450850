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
        name, FormatNumber(cost.CpuMs), FormatWhole(cost.ConnectionsOpened), FormatNumber(cost.ConnectionsPerS), FormatWhole(cost.TimeWait),
        FormatNumber(cost.WorkingSetMb), FormatNumber(cost.WorkingSetAfterMb), FormatNumber(cost.AnonymousMb), FormatNumber(cost.AnonymousAfterMb),
    ];
}
