using Load.Engine;
using Load.Metrics;
using Load.Target;
using static Load.Units.SignificantDigits;

namespace Load.Results.Building;

/// <summary>What the tiers were seen at in the parts of a run.</summary>
/// <param name="watch">Null where nobody looked.</param>
internal sealed class LevelSummary(MetricsSampler? watch)
{
    /// <param name="from">Since the start of the run, as the next.</param>
    /// <param name="to">The end.</param>
    /// <returns>By tier; null where nobody looked.</returns>
    public IReadOnlyDictionary<string, LevelResult?>? Between(TimeSpan from, TimeSpan to) => watch?.Processes
        .Select((tier, number) => (tier.Name, Level: Summarize(watch.Between(from, to, number))))
        .ToDictionary(tier => tier.Name, tier => tier.Level);

    /// <summary>Null where the run has no windows.</summary>
    public IReadOnlyList<WindowResult>? Windows(RunResult ran) => ran.Measurement.Intervals is not { } windows
        ? null
        : [.. windows.Counters
            .Select((tally, i) => Summarize(tally, windows.GetSuccesses(i), i * windows.IntervalLength, Ended(i, windows, ran), windows.Rates[i]))
            .Where(window => window.LengthS > 0)];

    /// <summary>Of the phase, each with what the tiers were seen at.</summary>
    public IEnumerable<BurstResult> Bursts(StageResult phase) => phase.Measurement.Bursts.Select(burst =>
        MeasurementSummary.Summarize(burst) with { Processes = Between(phase.Start + burst.Start, phase.Start + burst.Start + burst.Duration) });

    // One that was cut short is shorter, and those after it are none.
    private static TimeSpan Ended(int window, IntervalSeries windows, RunResult ran)
    {
        var end = TimeSpan.FromSeconds(ran.Measurement.ElapsedSeconds);
        var planned = (window + 1) * windows.IntervalLength;
        return planned < end ? planned : end;
    }

    private WindowResult Summarize(RequestCounters tally, long successes, TimeSpan from, TimeSpan to, double? rate) => new(
        RoundToFiveDigits(from.TotalSeconds),
        RoundToFiveDigits((to - from).TotalSeconds),
        RoundToFiveDigits(rate),
        tally.Requests,
        tally.Errors,
        to > from ? RoundToFiveDigits(successes / (to - from).TotalSeconds) : 0,
        LatencySummary.At(tally.Latency, 0.5),
        LatencySummary.At(tally.Latency, 0.99),
        LatencySummary.Max(tally.Latency),
        Between(from, to) ?? new Dictionary<string, LevelResult?>());

    private static LevelResult? Summarize(IReadOnlyList<(TimeSpan At, ProcessMetrics Reading)> samples)
    {
        if (samples is not [var first, ..])
            return null;
        var last = samples[^1];
        var seconds = (last.At - first.At).TotalSeconds;
        return new LevelResult(
            samples.Max(sample => sample.Reading.PoolThreads),
            samples.Max(sample => sample.Reading.PoolQueue),
            RoundToFiveDigits(last.Reading.WorkingSetBytes / 1e6),
            seconds > 0 ? RoundToFiveDigits((last.Reading.CpuSeconds - first.Reading.CpuSeconds) / seconds) : null);
    }
}
