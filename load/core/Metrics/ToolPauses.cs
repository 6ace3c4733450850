namespace TwoTier.Load.Metrics;

/// <summary>
/// The times during which the load tool itself stood still for 50 ms or longer while it sent load. The target could
/// answer, but nothing read its answers or sent requests. Each is counted up to 10 ms too short. The latencies of the
/// requests that were in flight, each counted once, include a part of it.
/// </summary>
internal sealed record ToolPauses(long Count, double TotalS, double LongestS, long Requests)
{
    internal static ToolPauses None { get; } = new(0, 0, 0, 0);

    internal ToolPauses Add(ToolPauses other) => new(
        Count + other.Count,
        SignificantDigits.RoundToFiveDigits(TotalS + other.TotalS),
        Math.Max(LongestS, other.LongestS),
        Requests + other.Requests);
}
