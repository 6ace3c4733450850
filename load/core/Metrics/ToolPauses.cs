namespace TwoTier.Load.Metrics;

/// <summary>
/// The times during which the load tool itself stood still for 50 ms or longer while it sent load. The target could
/// answer, but nothing read its answers or sent requests.
/// </summary>
/// <param name="Count">The number of pauses.</param>
/// <param name="TotalS">The sum of the pauses in seconds, each up to 10 ms too short.</param>
/// <param name="LongestS">The longest pause in seconds.</param>
/// <param name="Requests">
/// The number of requests that were in flight during a pause. Their latencies include a part of it.
/// </param>
internal sealed record ToolPauses(long Count, double TotalS, double LongestS, long Requests)
{
    internal static ToolPauses None { get; } = new(0, 0, 0, 0);

    internal ToolPauses Add(ToolPauses other) => new(
        Count + other.Count,
        SignificantDigits.RoundToFiveDigits(TotalS + other.TotalS),
        Math.Max(LongestS, other.LongestS),
        Requests + other.Requests);
}
