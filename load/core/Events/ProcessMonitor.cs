namespace TwoTier.Load.Events;

/// <summary>
/// Reads the metrics of the monitored processes and of this machine once a second, and as soon as the variant changes.
/// </summary>
internal sealed class ProcessMonitor(
    PrometheusScraper scraper, LinuxMachine machine, Func<TimeSpan> getToolCpu, TimeProvider time)
{
    private static readonly TimeSpan ReadingInterval = TimeSpan.FromSeconds(1);

    private readonly Dictionary<MonitoredProcess, (long Timestamp, ProcessMetrics? Metrics)> _previousMetrics = [];
    private readonly ConcurrentDictionary<MonitoredProcess, int> _failedReadings = new();
    private Reading _latest = Reading.None;
    private long _latestTimestamp;

    /// <summary>Gets the latest reading under the load of a variant, never one under the load of another.</summary>
    public IReadOnlyDictionary<string, ProcessLoad> GetProcesses(string variant)
    {
        var latest = Volatile.Read(ref _latest);
        return latest.Variant == variant ? latest.Processes : Reading.None.Processes;
    }

    /// <summary>
    /// Gets the cores that others used under the load of a variant; null if not all who take part are monitored.
    /// </summary>
    public double? GetOtherCores(string variant) =>
        Volatile.Read(ref _latest) is { } latest && latest.Variant == variant ? latest.OtherCores : null;

    public IReadOnlyList<string> GetDown(IReadOnlyList<MonitoredProcess> processes) =>
    [
        .. processes.Where(process => _failedReadings.GetValueOrDefault(process) >= 2).Select(process => process.Name),
    ];

    /// <summary>Reads the metrics if it is time to.</summary>
    public void Update(CurrentTurn? turn)
    {
        if (turn is null)
            Volatile.Write(ref _latest, Reading.None);
        else if (turn.Variant != _latest.Variant || time.GetElapsedTime(_latestTimestamp) >= ReadingInterval)
            Volatile.Write(ref _latest, Read(turn));
    }

    private Reading Read(CurrentTurn turn)
    {
        _latestTimestamp = time.GetTimestamp();
        var machineNow = machine.ReadCounters() is { } counters
            ? counters with { Involved = getToolCpu().TotalSeconds }
            : null;
        var processes = turn.Processes.ToDictionary(process => process.Name, Read);
        var others = turn.Variant == _latest.Variant && processes.ContainsKey(MonitoredProcess.Target)
            ? CountOthers(machineNow - _latest.Machine, processes.Values)
            : null;
        return new Reading(turn.Variant, processes, machineNow, others);
    }

    private static double? CountOthers(MachineCounters? period, IEnumerable<ProcessLoad> processes)
    {
        var monitored = processes.Aggregate((double?)0, (sum, process) => sum + process.Cores);
        return (period is null ? null : period with { Involved = period.Involved + monitored * period.ElapsedSeconds })
            ?.OtherCores;
    }

    private ProcessLoad Read(MonitoredProcess process)
    {
        var (metrics, timestamp) = (scraper.Read(process), time.GetTimestamp());
        var previous = _previousMetrics.GetValueOrDefault(process);
        _previousMetrics[process] = (timestamp, metrics);
        CountFailures(process, metrics);

        // No rate is calculated from an old reading, because other variants were measured since that reading and the
        // process was idle meanwhile.
        var seconds = time.GetElapsedTime(previous.Timestamp, timestamp).TotalSeconds;
        var isRecent = previous.Metrics is not null && seconds < 2 * ReadingInterval.TotalSeconds;
        var increase = isRecent ? metrics?.GetIncreaseSince(previous.Metrics!) : null;
        return new ProcessLoad
        {
            Cores = RoundToFiveDigits(increase?.CpuSeconds / seconds),
            Threads = metrics?.ThreadPoolThreads,
            Queue = metrics?.ThreadPoolQueueLength,
            Active = metrics?.ActiveRequests,
            Connections = metrics?.OpenConnections,
            Served = RoundToFiveDigits(increase?.AnsweredRequests / seconds),
        };
    }

    // One failed reading can be a coincidence. A process that never had metrics is not down.
    private void CountFailures(MonitoredProcess process, ProcessMetrics? metrics)
    {
        if (metrics is not null)
            _failedReadings[process] = 0;
        else if (_failedReadings.TryGetValue(process, out var failed))
            _failedReadings[process] = failed + 1;
    }

    private sealed record Reading(
        string? Variant, Dictionary<string, ProcessLoad> Processes, MachineCounters? Machine, double? OtherCores)
    {
        public static Reading None { get; } = new(null, [], null, null);
    }
}
