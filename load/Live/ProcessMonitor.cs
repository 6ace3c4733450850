using Load.Target;
using Load.Units;

namespace Load.Live;

/// <summary>
/// Reads the metrics of the monitored processes once a second while a page is connected. Without a page it reads
/// nothing, because a scrape takes CPU time from what is measured.
/// </summary>
/// <param name="scraper">Reads the metrics of a process.</param>
/// <param name="reporter">Knows which processes are under load.</param>
/// <param name="clients">Knows whether a page is connected.</param>
/// <param name="cost">Counts the scrapes.</param>
/// <param name="time">The clock.</param>
internal sealed class ProcessMonitor(
    PrometheusScraper scraper, LiveReporter reporter, ClientTracker clients, MonitoringCost cost, TimeProvider time)
{
    /// <summary>The time between two readings.</summary>
    public static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    // A page that has lost its connection gets the events that it has missed, so they should have levels too.
    private static readonly TimeSpan GracePeriod = TimeSpan.FromMinutes(1);

    private readonly Dictionary<MonitoredProcess, (long Timestamp, ProcessMetrics? Metrics)> _previous = [];
    private ProcessLevels _levels = ProcessLevels.Unknown;

    /// <summary>The levels at the last reading.</summary>
    public ProcessLevels Levels => Volatile.Read(ref _levels);

    /// <summary>Reads the levels of the processes that are under load, if a page is connected.</summary>
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

            // An old reading is from before another variant was measured, when this process was idle.
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

/// <summary>The levels of the monitored processes by name. A level is null if it is not known.</summary>
/// <param name="Cpu">The CPU cores that each process used since the previous reading.</param>
/// <param name="Threads">The threads in the thread pool of each process.</param>
/// <param name="Queue">The work items that wait for a pool thread in each process.</param>
internal sealed record ProcessLevels(
    Dictionary<string, double?> Cpu, Dictionary<string, double?> Threads, Dictionary<string, double?> Queue)
{
    /// <summary>No levels of any process.</summary>
    public static ProcessLevels Unknown { get; } = new([], [], []);
}
