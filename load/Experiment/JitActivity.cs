using Load.Target;

namespace Load.Experiment;

/// <summary>What the target compiled in some trials. A value is null if the target does not expose it.</summary>
/// <param name="Share">Of its CPU.</param>
/// <param name="Methods">For each reply.</param>
internal readonly record struct JitActivity(double? Share, double? Methods)
{
    public static JitActivity In(IEnumerable<Trial> slices)
    {
        var said = slices
            .Select(slice => (slice.Recorded.Tally.Replies, Used: slice.Usage.Processes.GetValueOrDefault(MonitoredProcess.Target)))
            .Where(slice => slice is { Replies: > 0, Used: { JitShare: not null, JitMethods: not null } })
            .ToArray();
        return said.Length == 0
            ? default
            : new(
                said.Average(slice => slice.Used!.JitShare),
                said.Sum(slice => slice.Used!.JitMethods) / said.Sum(slice => slice.Replies));
    }
}
