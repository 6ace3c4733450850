using Load.Target;
using Load.Units;

namespace Load.Live;

/// <summary>
/// Reads the metrics of the monitored processes once a second while a live page is connected. Without a page it reads
/// nothing, because each scrape takes CPU time from the processes that are measured.
/// </summary>
/// <param name="scraper">Reads the metrics of a process.</param>
/// <param name="reporter">Provides the current stage, and with it the processes that are under load.</param>
/// <param name="clients">Counts the live pages that are connected.</param>
/// <param name="cost">Counts the scrapes of the monitored processes.</param>
/// <param name="time">The clock.</param>
internal sealed class ProcessMonitor(
    PrometheusScraper scraper, LiveReporter reporter, ClientTracker clients, MonitoringCost cost, TimeProvider time)
{
    /// <summary>The time between two readings of the metrics.</summary>
    public static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    // A page that has lost its connection gets the events it missed when it reconnects, so these events should have
    // levels too.
    private static readonly TimeSpan GracePeriod = TimeSpan.FromMinutes(1);

    private readonly Dictionary<MonitoredProcess, (long Timestamp, ProcessMetrics? Metrics)> _previous = [];
    private ProcessLevels _levels = ProcessLevels.Unknown;

    /// <summary>The levels of the monitored processes at the last reading.</summary>
    public ProcessLevels Levels => Volatile.Read(ref _levels);

    /// <summary>Reads the levels of the processes that are under load, if a live page is connected.</summary>
    public void Update() => Volatile.Write(
        ref _levels,
        reporter.Current is { } current && clients.IsAnyConnected(GracePeriod)
            ? ReadLevels(current.Processes)
            : ProcessLevels.Unknown);

    private ProcessLevels ReadLevels(IReadOnlyList<MonitoredProcess> processes)
    {
        var levels = new ProcessLevels([], [], []);
        foreach (var process in processes)
        {
            var (metrics, timestamp) = (scraper.Read(process), time.GetTimestamp());
            var previous = _previous.GetValueOrDefault(process);
            cost.CountScrape();
            _previous[process] = (timestamp, metrics);

            // No CPU use is calculated from an old reading: since then another variant was measured, and this process
            // was idle.
            var seconds = time.GetElapsedTime(previous.Timestamp, timestamp).TotalSeconds;
            var isRecent = previous.Metrics is not null && seconds < 2 * Interval.TotalSeconds;
            var cpuSeconds = isRecent ? metrics?.Since(previous.Metrics!).CpuSeconds : null;
            levels.Cpu[process.Name] = SignificantDigits.RoundToFiveDigits(cpuSeconds / seconds);
            levels.Threads[process.Name] = metrics?.PoolThreads;
            levels.Queue[process.Name] = metrics?.PoolQueue;
        }

        return levels;
    }
}

/// <summary>
/// The resource levels of the monitored processes, keyed by process name. A level is null if it is not known.
/// </summary>
/// <param name="Cpu">The CPU cores that each process used since the previous reading.</param>
/// <param name="Threads">The number of threads in the thread pool of each process.</param>
/// <param name="Queue">The number of work items that wait for a pool thread in each process.</param>
internal sealed record ProcessLevels(
    Dictionary<string, double?> Cpu, Dictionary<string, double?> Threads, Dictionary<string, double?> Queue)
{
    /// <summary>Levels for when no process is being read: without an entry for any process.</summary>
    public static ProcessLevels Unknown { get; } = new([], [], []);
}
