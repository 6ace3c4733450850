using Load.Metrics;

namespace Load.Target;

/// <summary>
/// Reads the tiers before and after stretches of load. The front-end is the one that is loaded. It counts a request
/// just after the client has read its last byte, so a reading is repeated until the counts agree.
/// </summary>
internal sealed class UsageMeter(PrometheusScraper scraper, IReadOnlyList<MonitoredProcess> tiers, TimeProvider time)
{
    private static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(10);

    private ProcessMetrics?[] _last = new ProcessMetrics?[tiers.Count];

    /// <summary>Starts from what the tiers say now.</summary>
    public async Task StartAsync() => _last = await ReadAsync();

    /// <summary>What was used since the last call, which was this stretch.</summary>
    public async Task<ResourceUsage> UsedAsync(Measurement stretch)
    {
        var before = _last;
        var started = time.GetTimestamp();
        _last = await ReadAsync();
        while (!Agree(before, stretch) && time.GetElapsedTime(started) < Patience)
        {
            await Task.Delay(Pause, time);
            _last = await ReadAsync();
        }

        var used = before.Zip(_last, Since);
        return new ResourceUsage(
            tiers.Zip(used).ToDictionary(tier => tier.First.Name, tier => tier.Second),
            ServerRequests(before),
            Agree(before, stretch));
    }

    /// <summary>What the tiers say now, of which the levels make sense by themselves.</summary>
    public async Task<IReadOnlyDictionary<string, ProcessMetrics?>> LevelsAsync() =>
        tiers.Zip(await ReadAsync()).ToDictionary(tier => tier.First.Name, tier => tier.Second);

    private Task<ProcessMetrics?[]> ReadAsync() => Task.WhenAll(tiers.Select(scraper.ReadAsync));

    private static ProcessMetrics? Since(ProcessMetrics? before, ProcessMetrics? after) =>
        before is null ? null : after?.Since(before);

    private double? ServerRequests(ProcessMetrics?[] before) => tiers
        .Select((tier, i) => tier.Name == MonitoredProcess.FrontEnd ? Since(before[i], _last[i])?.ServerRequests : null)
        .FirstOrDefault(counted => counted is not null);

    // A request that ended in a transport error may have been answered or not.
    private bool Agree(ProcessMetrics?[] before, Measurement stretch) =>
        ServerRequests(before) is not { } counted
        || (counted >= stretch.Tally.Replies && counted <= stretch.Tally.Requests);
}
