using Load.Target;
using Load.Units;

namespace Load.Live;

/// <summary>
/// Reads the tiers once a second while somebody looks on: a reading takes CPU from what is measured. What a slice used is
/// read before and after it in any case.
/// </summary>
/// <param name="scraper">Reads.</param>
/// <param name="commentary">Knows which tiers are under load.</param>
/// <param name="audience">Looks on.</param>
/// <param name="cost">Counts the readings.</param>
/// <param name="time">The clock.</param>
internal sealed class ProcessMonitor(PrometheusScraper scraper, LiveReporter commentary, ClientTracker audience, MonitoringCost cost, TimeProvider time)
{
    public static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    /// <summary>A page that has lost its connection gets what it has missed, this too.</summary>
    private static readonly TimeSpan Absence = TimeSpan.FromMinutes(1);

    private readonly Dictionary<MonitoredProcess, (long At, ProcessMetrics? Reading)> _last = [];
    private ProcessLevels _levels = ProcessLevels.Unknown;

    public ProcessLevels Levels => Volatile.Read(ref _levels);

    public void Update() => Volatile.Write(
        ref _levels,
        commentary.Current is { } now && audience.IsAnyConnected(Absence) ? LevelsOf(now.Processes) : ProcessLevels.Unknown);

    private ProcessLevels LevelsOf(IReadOnlyList<MonitoredProcess> tiers)
    {
        var levels = new ProcessLevels([], [], []);
        foreach (var tier in tiers)
        {
            var (reading, at, before) = (scraper.Read(tier), time.GetTimestamp(), _last.GetValueOrDefault(tier));
            cost.CountScrape();
            _last[tier] = (at, reading);

            // A process that was idle while another variant was measured says nothing about now.
            var seconds = time.GetElapsedTime(before.At, at).TotalSeconds;
            var isRecent = before.Reading is not null && seconds < 2 * Interval.TotalSeconds;
            levels.Cpu[tier.Name] = isRecent ? SignificantDigits.RoundToFiveDigits(reading?.Since(before.Reading!).CpuSeconds / seconds) : null;
            levels.Threads[tier.Name] = reading?.PoolThreads;
            levels.Queue[tier.Name] = reading?.PoolQueue;
        }

        return levels;
    }
}

/// <summary>Of the tiers that take part, by name; null where one does not say.</summary>
/// <param name="Cpu">Cores.</param>
/// <param name="Threads">In the pool.</param>
/// <param name="Queue">Waits for one of them.</param>
internal sealed record ProcessLevels(
    Dictionary<string, double?> Cpu, Dictionary<string, double?> Threads, Dictionary<string, double?> Queue)
{
    public static ProcessLevels Unknown { get; } = new([], [], []);
}
