using Load.Metrics;

namespace Load.Target;

/// <summary>
/// Measures the resources that the monitored processes use while load is sent, by reading their metrics before and
/// after. A server counts a request shortly after the client has received the last byte of the response, so the reading
/// after the load is repeated, for at most half a second, until the target's count agrees with the client's.
/// </summary>
internal sealed class UsageMeter(
    PrometheusScraper scraper, IReadOnlyList<MonitoredProcess> processes, TimeProvider time)
{
    private static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(10);

    private ProcessMetrics?[] _last = new ProcessMetrics?[processes.Count];

    /// <summary>Reads the metrics that are the starting point of the next measurement.</summary>
    public async Task StartAsync() => _last = await ReadAsync();

    /// <summary>Measures the resources that the monitored processes used since the last reading.</summary>
    /// <param name="measurement">The measurement of the requests that were sent since the last reading.</param>
    public async Task<ResourceUsage> MeasureAsync(Measurement measurement)
    {
        var before = _last;
        var started = time.GetTimestamp();
        _last = await ReadAsync();
        while (!Agrees(before, measurement) && time.GetElapsedTime(started) < Patience)
        {
            await Task.Delay(Pause, time);
            _last = await ReadAsync();
        }

        var used = before.Zip(_last, GetIncrease);
        return new ResourceUsage(
            processes.Zip(used).ToDictionary(process => process.First.Name, process => process.Second),
            CountServerRequests(before),
            Agrees(before, measurement));
    }

    /// <summary>
    /// Reads the current metrics of all monitored processes. Only the levels among them are meaningful without a second
    /// reading.
    /// </summary>
    public async Task<IReadOnlyDictionary<string, ProcessMetrics?>> ReadLevelsAsync() =>
        processes.Zip(await ReadAsync()).ToDictionary(process => process.First.Name, process => process.Second);

    private Task<ProcessMetrics?[]> ReadAsync() => Task.WhenAll(processes.Select(scraper.ReadAsync));

    private static ProcessMetrics? GetIncrease(ProcessMetrics? before, ProcessMetrics? after) =>
        before is null ? null : after?.Since(before);

    private double? CountServerRequests(ProcessMetrics?[] before) => processes
        .Select((process, i) =>
            process.Name == MonitoredProcess.Target ? GetIncrease(before[i], _last[i])?.ServerRequests : null)
        .FirstOrDefault(counted => counted is not null);

    // If a request ended in a transport error, the server may or may not have answered it.
    private bool Agrees(ProcessMetrics?[] before, Measurement measurement) =>
        CountServerRequests(before) is not { } counted
        || (counted >= measurement.Counters.Replies && counted <= measurement.Counters.Requests);
}
