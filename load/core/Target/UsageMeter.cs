namespace TwoTier.Load.Target;

/// <summary>
/// Measures the resources that the monitored processes use while load is sent, by reading their metrics before and
/// after. A server counts a request shortly after the client has received the last byte of the response, so the reading
/// after the load is repeated, for at most half a second, until the target's count agrees with the client's.
/// </summary>
internal sealed class UsageMeter(
    PrometheusScraper scraper, IReadOnlyList<MonitoredProcess> processes, TimeProvider time)
{
    private static readonly TimeSpan MaxCounterDelay = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan RetryInterval = TimeSpan.FromMilliseconds(10);

    private MetricsReading[] _lastReadings = new MetricsReading[processes.Count];

    /// <summary>Reads the metrics that are the starting point of the next measurement.</summary>
    public async Task StartAsync() => _lastReadings = await ReadAsync();

    /// <summary>Measures the resources that the monitored processes used since the last reading.</summary>
    public async Task<ResourceUsage> MeasureAsync(Measurement measurement)
    {
        var before = _lastReadings;
        var started = time.GetTimestamp();
        var first = _lastReadings = await ReadAsync();
        while (GetCount(before, first)?.AgreesWithLoadTool(measurement) is false
            && time.GetElapsedTime(started) < MaxCounterDelay)
        {
            await Task.Delay(RetryInterval, time);
            _lastReadings = await ReadAsync();
        }

        var used = before.Zip(_lastReadings, GetIncrease);
        var count = GetCount(before, first);
        return new ResourceUsage(
            processes.Zip(used).ToDictionary(process => process.First.Name, process => process.Second),
            count?.GetRequests(measurement),
            count?.AgreesWithLoadTool(measurement) ?? true);
    }

    /// <summary>
    /// Reads the current metrics of all monitored processes. Levels, such as the number of threads, are meaningful in a
    /// single reading; counters are meaningful only in comparison with another reading.
    /// </summary>
    public async Task<IReadOnlyDictionary<string, ProcessMetrics?>> ReadLevelsAsync() =>
        processes.Zip(await ReadAsync()).ToDictionary(process => process.First.Name, process => process.Second.Metrics);

    private async Task<MetricsReading[]> ReadAsync() => await Task.WhenAll(processes.Select(async process =>
    {
        var scrapes = scraper.CountScrapes(process.MetricsUrl);
        return new MetricsReading(await scraper.ReadAsync(process), scrapes);
    }));

    private static ProcessMetrics? GetIncrease(MetricsReading before, MetricsReading after) =>
        before.Metrics is null ? null : after.Metrics?.GetIncreaseSince(before.Metrics);

    // Gets the number of requests that the target counted; null if the target counts no requests of the run, or if it
    // restarted and lost a part of its count.
    private ServerRequestCount? GetCount(MetricsReading[] before, MetricsReading[] first)
    {
        var target = processes.ToList().FindIndex(process => process.Name == MonitoredProcess.Target);
        if (target < 0 || GetIncrease(before[target], _lastReadings[target]) is not { IsRestarted: false } used)
            return null;
        // A repeated reading may be one of the requests that the target counted only if that count grew meanwhile.
        // Otherwise, each repetition would excuse a request of someone else.
        var repeated = Math.Min(
            _lastReadings[target].Scrapes - first[target].Scrapes,
            (long)((used.UnroutedRequests ?? 0) - (GetIncrease(before[target], first[target])?.UnroutedRequests ?? 0)));
        var scrapes = first[target].Scrapes - before[target].Scrapes + repeated;
        return used.ServerRequests is null && (used.UnroutedRequests ?? 0) <= scrapes
            ? null
            : new ServerRequestCount(used.ServerRequests ?? 0, used.UnroutedRequests ?? 0, scrapes);
    }

    // A reading of the metrics of a process, with the number of readings that were begun before it.
    private readonly record struct MetricsReading(ProcessMetrics? Metrics, long Scrapes);
}
