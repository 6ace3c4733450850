using System.Collections.Concurrent;

namespace TwoTier.Load.Cli.Events;

/// <summary>
/// Reads the metrics of the monitored processes once a second, and as soon as the variant changes. None are read after
/// the events could not be written, because each scrape takes CPU time from the processes that are measured.
/// </summary>
internal sealed class ProcessMonitor(
    PrometheusScraper scraper, EventReporter reporter, EventWriter writer, TimeProvider time)
{
    public static readonly TimeSpan ReadingInterval = TimeSpan.FromSeconds(1);

    private readonly Dictionary<MonitoredProcess, (long Timestamp, ProcessMetrics? Metrics)> _previousMetrics = [];
    private readonly ConcurrentDictionary<MonitoredProcess, int> _failedReadings = new();
    private ProcessUsage _latestUsage = ProcessUsage.Unknown;
    private long _latestReading;

    /// <summary>Gets the latest reading under the load of a variant, never one under the load of another.</summary>
    public ProcessUsage GetUsage(string variant)
    {
        var latest = Volatile.Read(ref _latestUsage);
        return latest.Variant == variant ? latest : ProcessUsage.Unknown;
    }

    public IReadOnlyList<string> GetDown(IReadOnlyList<MonitoredProcess> processes) =>
    [
        .. processes.Where(process => _failedReadings.GetValueOrDefault(process) >= 2).Select(process => process.Name),
    ];

    /// <summary>Reads the metrics if it is time to.</summary>
    public void Update()
    {
        if (reporter.RunningStage is not { } current || writer.HasFailed)
            Volatile.Write(ref _latestUsage, ProcessUsage.Unknown);
        else if (current.Variant != _latestUsage.Variant || time.GetElapsedTime(_latestReading) >= ReadingInterval)
            Volatile.Write(ref _latestUsage, ReadUsage(current));
    }

    private ProcessUsage ReadUsage(CurrentStage current)
    {
        _latestReading = time.GetTimestamp();
        var usage = new ProcessUsage(current.Variant);
        foreach (var process in current.Processes)
        {
            var (metrics, timestamp) = (scraper.Read(process), time.GetTimestamp());
            var previous = _previousMetrics.GetValueOrDefault(process);
            _previousMetrics[process] = (timestamp, metrics);

            // No rate is calculated from an old reading, because other variants were measured since that reading and
            // the process was idle meanwhile.
            var seconds = time.GetElapsedTime(previous.Timestamp, timestamp).TotalSeconds;
            var isRecent = previous.Metrics is not null && seconds < 2 * ReadingInterval.TotalSeconds;
            var increase = isRecent ? metrics?.GetIncreaseSince(previous.Metrics!) : null;
            usage.Cpu[process.Name] = RoundToFiveDigits(increase?.CpuSeconds / seconds);
            usage.Threads[process.Name] = metrics?.ThreadPoolThreads;
            usage.Queue[process.Name] = metrics?.ThreadPoolQueueLength;
            usage.Active[process.Name] = metrics?.ActiveRequests;
            usage.Connections[process.Name] = metrics?.OpenConnections;
            usage.Served[process.Name] = RoundToFiveDigits(increase?.AnsweredRequests / seconds);
            CountFailures(process, metrics);
        }

        return usage;
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

/// <summary>What the processes told under the load of a variant, by the name of the process.</summary>
internal sealed record ProcessUsage(string? Variant)
{
    public static ProcessUsage Unknown { get; } = new(Variant: null);
    public Dictionary<string, double?> Cpu { get; } = [];
    public Dictionary<string, double?> Threads { get; } = [];
    public Dictionary<string, double?> Queue { get; } = [];
    public Dictionary<string, double?> Active { get; } = [];
    public Dictionary<string, double?> Connections { get; } = [];
    public Dictionary<string, double?> Served { get; } = [];
}
