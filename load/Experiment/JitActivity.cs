using Load.Target;

namespace Load.Experiment;

/// <summary>What a front-end compiled in some slices; null where it does not say.</summary>
/// <param name="Share">Of its CPU.</param>
/// <param name="Methods">For each reply.</param>
internal readonly record struct JitActivity(double? Share, double? Methods)
{
    public static JitActivity In(IEnumerable<Trial> slices)
    {
        var said = slices
            .Select(slice => (slice.Recorded.Tally.Replies, Used: slice.Usage.Tiers.GetValueOrDefault(MonitoredProcess.FrontEnd)))
            .Where(slice => slice is { Replies: > 0, Used: { JitShare: not null, JitMethods: not null } })
            .ToArray();
        return said.Length == 0
            ? default
            : new(
                said.Average(slice => slice.Used!.JitShare),
                said.Sum(slice => slice.Used!.JitMethods) / said.Sum(slice => slice.Replies));
    }
}
