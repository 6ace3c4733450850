using Load.Recording;
using Load.Reporting.Model;
using Load.Running;
using Load.Scraping;
using static Load.Reporting.Figures;

namespace Load.Reporting;

/// <summary>What the tiers were seen at in the parts of a run.</summary>
/// <param name="watch">Null where nobody looked.</param>
internal sealed class Levels(Watch? watch)
{
    /// <param name="from">Since the start of the run, as the next.</param>
    /// <param name="to">The end.</param>
    /// <returns>By tier; null where nobody looked.</returns>
    public IReadOnlyDictionary<string, LevelResult?>? Between(TimeSpan from, TimeSpan to) => watch?.Tiers
        .Select((tier, number) => (tier.Name, Level: Of(watch.Between(from, to, number))))
        .ToDictionary(tier => tier.Name, tier => tier.Level);

    /// <summary>Null where the run has no windows.</summary>
    public IReadOnlyList<WindowResult>? Windows(Ran ran) => ran.Recorded.Windows is not { } windows
        ? null
        : [.. windows.Tallies
            .Select((tally, i) => Of(tally, windows.SuccessesIn(i), i * windows.Length, Ended(i, windows, ran), windows.Rates[i]))
            .Where(window => window.LengthS > 0)];

    /// <summary>Of the phase, each with what the tiers were seen at.</summary>
    public IEnumerable<BurstResult> Bursts(PhaseRan phase) => phase.Recorded.Bursts.Select(burst =>
        Measured.Of(burst) with { Tiers = Between(phase.Start + burst.Start, phase.Start + burst.Start + burst.Duration) });

    // One that was cut short is shorter, and those after it are none.
    private static TimeSpan Ended(int window, TimeWindows windows, Ran ran)
    {
        var end = TimeSpan.FromSeconds(ran.Recorded.Seconds);
        var planned = (window + 1) * windows.Length;
        return planned < end ? planned : end;
    }

    private WindowResult Of(Tally tally, long successes, TimeSpan from, TimeSpan to, double? rate) => new(
        Short(from.TotalSeconds),
        Short((to - from).TotalSeconds),
        Short(rate),
        tally.Requests,
        tally.Errors,
        to > from ? Short(successes / (to - from).TotalSeconds) : 0,
        Latencies.At(tally.Latency, 0.5),
        Latencies.At(tally.Latency, 0.99),
        Latencies.Max(tally.Latency),
        Between(from, to) ?? new Dictionary<string, LevelResult?>());

    private static LevelResult? Of(IReadOnlyList<(TimeSpan At, TierReading Reading)> samples)
    {
        if (samples is not [var first, ..])
            return null;
        var last = samples[^1];
        var seconds = (last.At - first.At).TotalSeconds;
        return new LevelResult(
            samples.Max(sample => sample.Reading.PoolThreads),
            samples.Max(sample => sample.Reading.PoolQueue),
            Short(last.Reading.WorkingSetBytes / 1e6),
            seconds > 0 ? Short((last.Reading.CpuSeconds - first.Reading.CpuSeconds) / seconds) : null);
    }
}
