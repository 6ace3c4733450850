using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Results.Building;

/// <summary>
/// Summarizes the sampled levels (pool threads, pool queue, memory) of the monitored processes in parts of a run.
/// </summary>
internal sealed class ResourceLevelSummary(MetricsSampler? sampler)
{
    /// <summary>Summarizes the levels of the monitored processes in a period of time.</summary>
    /// <returns>The levels of each monitored process, keyed by process name. Null if no metrics were sampled.</returns>
    public IReadOnlyDictionary<string, ProcessResult.Levels?>? Summarize(
        TimeSpan from, TimeSpan to) => sampler?.Processes
        .Select((process, i) => (process.Name, Level: Summarize(sampler.GetSamples(from, to, i))))
        .ToDictionary(process => process.Name, process => process.Level);

    /// <summary>
    /// Summarizes the windows of a run: steps of the arrival rate, or parts of equal length. Returns null if the run
    /// has no windows.
    /// </summary>
    public IReadOnlyList<TimeWindowResult>? SummarizeWindows(RunResult run)
    {
        if (run.Measurement.Intervals is not { } intervals)
            return null;
        var end = TimeSpan.FromSeconds(run.Measurement.ElapsedSeconds);
        return
        [
            .. intervals.Counters.Select(CreateWindow).Where(window => window.LengthS > 0),
        ];

        // If the run was stopped early, its last window is shorter and later windows are empty.
        TimeWindowResult CreateWindow(RequestCounters counters, int i)
        {
            var (from, planned) = (i * intervals.IntervalLength, (i + 1) * intervals.IntervalLength);
            var to = planned < end ? planned : end;
            return new TimeWindowResult(
                RoundToFiveDigits(from.TotalSeconds),
                RoundToFiveDigits((to - from).TotalSeconds),
                RoundToFiveDigits(intervals.PlannedRates[i]),
                counters.Requests,
                counters.Errors,
                to > from ? RoundToFiveDigits(intervals.GetSuccesses(i) / (to - from).TotalSeconds) : 0,
                LatencySummary.GetPercentile(counters.Latency, 0.5),
                LatencySummary.GetPercentile(counters.Latency, 0.99),
                LatencySummary.GetMax(counters.Latency),
                Summarize(from, to) ?? new Dictionary<string, ProcessResult.Levels?>());
        }
    }

    /// <summary>Summarizes the phases of a run; null for a single phase, whose values are those of the run.</summary>
    public IReadOnlyList<RunPartResult>? SummarizePhases(IReadOnlyList<StageResult> stages) => stages.Count == 1
        ? null
        : [.. stages.Select(stage => RunPartResult.Create(stage) with
        {
            Processes = Summarize(
                stage.Start, stage.Start + TimeSpan.FromSeconds(stage.Measurement.ElapsedSeconds)),
        })];

    /// <summary>
    /// Summarizes the bursts of a stage, with the levels that the monitored processes reached in each burst.
    /// </summary>
    public IEnumerable<BurstResult> SummarizeBursts(StageResult stage) => stage.Measurement.Bursts.Select(burst =>
    {
        var start = stage.Start + burst.Start;
        return BurstResult.Create(burst, Summarize(start, start + burst.Duration));
    });

    private static ProcessResult.Levels? Summarize(IReadOnlyList<(TimeSpan At, ProcessMetrics Reading)> samples)
    {
        if (samples is not [var first, ..])
            return null;
        var last = samples[^1];
        var seconds = (last.At - first.At).TotalSeconds;
        return new ProcessResult.Levels(
            samples.Max(sample => sample.Reading.ThreadPoolThreads),
            samples.Max(sample => sample.Reading.ThreadPoolQueueLength),
            RoundToFiveDigits(last.Reading.WorkingSetBytes / 1e6),
            seconds > 0 ? RoundToFiveDigits(last.Reading.GetIncreaseSince(first.Reading).CpuSeconds / seconds) : null);
    }
}
