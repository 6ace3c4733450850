using Load.Metrics;

namespace Load.Target;

/// <summary>
/// Measures what the monitored processes use while load is sent, by reading their metrics before and after. A server
/// counts a request shortly after the client has received its last byte, so a reading is repeated until the target's
/// count agrees with the client's, for half a second at most.
/// </summary>
internal sealed class UsageMeter(
    PrometheusScraper scraper, IReadOnlyList<MonitoredProcess> processes, TimeProvider time)
{
    private static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(10);

    private ProcessMetrics?[] _last = new ProcessMetrics?[processes.Count];

    /// <summary>Reads the metrics from which the next measurement counts.</summary>
    public async Task StartAsync() => _last = await ReadAsync();

    /// <summary>Measures what the processes used since the last reading.</summary>
    /// <param name="measurement">The requests that were sent in that time.</param>
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

    /// <summary>Reads the current metrics, of which only the levels have a meaning by themselves.</summary>
    public async Task<IReadOnlyDictionary<string, ProcessMetrics?>> ReadLevelsAsync() =>
        processes.Zip(await ReadAsync()).ToDictionary(process => process.First.Name, process => process.Second);

    private Task<ProcessMetrics?[]> ReadAsync() => Task.WhenAll(processes.Select(scraper.ReadAsync));

    private static ProcessMetrics? GetIncrease(ProcessMetrics? before, ProcessMetrics? after) =>
        before is null ? null : after?.Since(before);

    private double? CountServerRequests(ProcessMetrics?[] before) => processes
        .Select((process, i) =>
            process.Name == MonitoredProcess.Target ? GetIncrease(before[i], _last[i])?.ServerRequests : null)
        .FirstOrDefault(counted => counted is not null);

    // The server may or may not have answered a request that ended in a transport error.
    private bool Agrees(ProcessMetrics?[] before, Measurement measurement) =>
        CountServerRequests(before) is not { } counted
        || (counted >= measurement.Counters.Replies && counted <= measurement.Counters.Requests);
}
