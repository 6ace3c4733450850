using System.Collections.Concurrent;

namespace TwoTier.Load.Cli.Events;

/// <summary>
/// Reads the metrics of the monitored processes once a second while somebody reads the events. None are read while
/// nobody does, because each scrape takes CPU time from the processes that are measured.
/// </summary>
internal sealed class ProcessMonitor(
    PrometheusScraper scraper, EventReporter reporter, EventFeed feed, TimeProvider time)
{
    public static readonly TimeSpan ReadingInterval = TimeSpan.FromSeconds(1);

    private readonly Dictionary<MonitoredProcess, (long Timestamp, ProcessMetrics? Metrics)> _previousMetrics = [];
    private readonly ConcurrentDictionary<MonitoredProcess, int> _failedReadings = new();
    private ProcessUsage _latestUsage = ProcessUsage.Unknown;

    public ProcessUsage LatestProcessUsage => Volatile.Read(ref _latestUsage);

    public IReadOnlyList<string> GetDown(IReadOnlyList<MonitoredProcess> processes) =>
    [
        .. processes.Where(process => _failedReadings.GetValueOrDefault(process) >= 2).Select(process => process.Name),
    ];

    public void Update() => Volatile.Write(
        ref _latestUsage,
        reporter.RunningStage is { } current && feed.IsRead
            ? ReadUsage(current.Processes)
            : ProcessUsage.Unknown);

    private ProcessUsage ReadUsage(IReadOnlyList<MonitoredProcess> processes)
    {
        var levels = new ProcessUsage([], [], []);
        foreach (var process in processes)
        {
            var (metrics, timestamp) = (scraper.Read(process), time.GetTimestamp());
            var previous = _previousMetrics.GetValueOrDefault(process);
            _previousMetrics[process] = (timestamp, metrics);

            // The CPU use of a process is not calculated from an old reading, because other variants were measured
            // since that reading and the process was idle meanwhile.
            var seconds = time.GetElapsedTime(previous.Timestamp, timestamp).TotalSeconds;
            var isRecent = previous.Metrics is not null && seconds < 2 * ReadingInterval.TotalSeconds;
            var cpuSeconds = isRecent ? metrics?.GetIncreaseSince(previous.Metrics!).CpuSeconds : null;
            levels.Cpu[process.Name] = SignificantDigits.RoundToFiveDigits(cpuSeconds / seconds);
            levels.Threads[process.Name] = metrics?.ThreadPoolThreads;
            levels.Queue[process.Name] = metrics?.ThreadPoolQueueLength;
            CountFailures(process, metrics);
        }

        return levels;
    }

    // One failed reading can be a coincidence. A process that never had metrics is not down.
    private void CountFailures(MonitoredProcess process, ProcessMetrics? metrics)
    {
        if (metrics is not null)
            _failedReadings[process] = 0;
        else if (_failedReadings.TryGetValue(process, out var failed))
            _failedReadings[process] = failed + 1;
    }
}

internal sealed record ProcessUsage(
    Dictionary<string, double?> Cpu,
    Dictionary<string, double?> Threads,
    Dictionary<string, double?> Queue)
{
    public static ProcessUsage Unknown { get; } = new([], [], []);
}
