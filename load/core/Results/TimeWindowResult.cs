namespace TwoTier.Load.Results;

/// <summary>
/// The result of a window: a step of the arrival rate, which is judged on its own, or an equal part of a long run. A
/// request is counted in the window in which it was due; its success is counted in the window in which the response
/// arrived. Percentiles are null if there were too few requests.
/// </summary>
internal sealed record TimeWindowResult(
    double StartS,
    double LengthS,
    double? RatePerS,
    long Requests,
    long Errors,
    double Rps,
    double? P50,
    double? P99,
    double? Max,
    IReadOnlyDictionary<string, ProcessResult.Levels?> Processes)
{
    /// <summary>
    /// Whether a step held: requests sent as planned, few enough errors, and every threshold
    /// (<c>--pass</c>) met. Null for any other window, and for a step that was cut short.
    /// </summary>
    public bool? Held { get; init; }

    public IReadOnlyList<string> Reasons { get; init; } = [];

    /// <summary>The number of requests of a step that were sent. Null for any other window.</summary>
    public long? Sent { get; init; }

    /// <summary>The number of requests of a step that were never sent, because the queue was full.</summary>
    public long? Dropped { get; init; }

    internal static IReadOnlyList<TimeWindowResult>? Create(RunResult run)
    {
        if (run.Measurement.Intervals is not { HasWindows: true } intervals)
            return null;
        var end = TimeSpan.FromSeconds(run.Measurement.ElapsedSeconds);
        return [.. intervals.Counters.Select(CreateWindow).Where(window => window.LengthS > 0)];

        // If the run was stopped early, its last window is shorter and later windows are empty.
        TimeWindowResult CreateWindow(RequestCounters counters, int i)
        {
            var (from, planned) = (i * intervals.IntervalLength, (i + 1) * intervals.IntervalLength);
            var to = planned < end ? planned : end;
            var (step, seconds) = (run.Steps.ElementAtOrDefault(i), (to - from).TotalSeconds);
            return new TimeWindowResult(
                RoundToFiveDigits(from.TotalSeconds),
                RoundToFiveDigits(seconds),
                RoundToFiveDigits(intervals.PlannedRates[i]),
                counters.Requests,
                counters.Errors,
                RoundToFiveDigits(seconds > 0 ? intervals.GetSuccesses(i) / seconds : 0),
                LatencySummary.GetPercentile(counters.Latency, 0.5),
                LatencySummary.GetPercentile(counters.Latency, 0.99),
                LatencySummary.GetMax(counters.Latency),
                ProcessResult.Levels.Summarize(run.Sampler, from, to)
                    ?? new Dictionary<string, ProcessResult.Levels?>())
            {
                Sent = step?.Figures.OpenLoop?.SentRequests,
                Dropped = step?.Figures.OpenLoop?.DroppedRequests,
                Held = step?.IsSustained,
                Reasons = step?.Reasons ?? [],
            };
        }
    }
}
