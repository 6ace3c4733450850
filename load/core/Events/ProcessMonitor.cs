namespace TwoTier.Load.Events;

/// <summary>
/// Reads the metrics of the monitored processes once a second, and as soon as the variant changes.
/// </summary>
internal sealed class ProcessMonitor(PrometheusScraper scraper, TimeProvider time)
{
    private static readonly TimeSpan ReadingInterval = TimeSpan.FromSeconds(1);

    private readonly ConcurrentDictionary<MonitoredProcess, ProcessState> _states = new();
    private Reading _latest = Reading.None;
    private long _latestTimestamp;
    private Task _reading = Task.CompletedTask;

    /// <summary>Gets the latest reading under the load of a variant, never one under the load of another.</summary>
    public IReadOnlyDictionary<string, ProcessLoad> GetProcesses(string variant) =>
        Volatile.Read(ref _latest) is var latest && latest.Variant == variant
            ? latest.Processes
            : Reading.None.Processes;

    // One failed reading can be a coincidence.
    public IReadOnlyList<string> GetDown(IReadOnlyList<MonitoredProcess> processes) =>
    [
        .. processes.Where(process => _states.GetValueOrDefault(process).FailedReadings >= 2)
            .Select(process => process.Name),
    ];

    /// <summary>Begins to read the metrics if it is time to, and if the last reading has ended.</summary>
    /// <returns>The reading.</returns>
    public Task UpdateAsync(ActiveStage? stage)
    {
        if (stage is null)
            Volatile.Write(ref _latest, Reading.None);
        else if (_reading.IsCompleted
            && (stage.Variant != _latest.Variant || time.GetElapsedTime(_latestTimestamp) >= ReadingInterval))
        {
            _latestTimestamp = time.GetTimestamp();
            _reading = ReadAsync(stage);
        }

        return _reading;
    }

    private async Task ReadAsync(ActiveStage stage)
    {
        var processes = new Dictionary<string, ProcessLoad>();
        foreach (var process in stage.Processes)
            processes[process.Name] = await ReadAsync(process);
        Volatile.Write(ref _latest, new Reading(stage.Variant, processes));
    }

    private async Task<ProcessLoad> ReadAsync(MonitoredProcess process)
    {
        var (metrics, timestamp) = (await scraper.ReadPageAsync(process), time.GetTimestamp());
        var before = _states.GetValueOrDefault(process);
        // A process that never had metrics is not down.
        _states[process] = new(timestamp, metrics, metrics is null ? before.FailedReadings + 1 : 0);

        // No rate is calculated from an old reading, because other variants were measured since that reading and the
        // process was idle meanwhile.
        var seconds = time.GetElapsedTime(before.Timestamp, timestamp).TotalSeconds;
        var isRecent = before.Metrics is not null && seconds < 2 * ReadingInterval.TotalSeconds;
        var increase = isRecent ? metrics?.GetIncreaseSince(before.Metrics!) : null;
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

    private readonly record struct ProcessState(long Timestamp, ProcessMetrics? Metrics, int? FailedReadings);

    private sealed record Reading(string? Variant, IReadOnlyDictionary<string, ProcessLoad> Processes)
    {
        public static Reading None { get; } = new(null, new Dictionary<string, ProcessLoad>());
    }
}
