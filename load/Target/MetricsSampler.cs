namespace Load.Target;

/// <summary>
/// Reads the tiers while load is sent, for what a reading before and after does not show: the most threads, the longest
/// queue. A starved pool answers late, so that a queue may have been longer than any reading says.
/// </summary>
internal sealed class MetricsSampler(PrometheusScraper scraper, IReadOnlyList<MonitoredProcess> tiers, TimeProvider time) : IAsyncDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly long _started = time.GetTimestamp();
    private readonly List<Sample> _samples = [];
    private Task _loop = Task.CompletedTask;

    public IReadOnlyList<MonitoredProcess> Tiers => tiers;

    /// <summary>Those that were readable.</summary>
    /// <param name="from">Since it was made, as the next.</param>
    /// <param name="to">The next one after it counts too: while a pool is blocked there is none.</param>
    /// <param name="tier">Number of the tier.</param>
    public IReadOnlyList<(TimeSpan At, ProcessMetrics Reading)> Between(TimeSpan from, TimeSpan to, int tier)
    {
        lock (_samples)
        {
            var later = _samples.Where(sample => sample.At >= from && sample.Readings[tier] is not null)
                .Select(sample => (sample.At, sample.Readings[tier]!))
                .ToArray();
            return later[..Math.Min(later.Count(sample => sample.At <= to) + 1, later.Length)];
        }
    }

    /// <summary>Reads every so often until it is disposed of.</summary>
    public void Start(TimeSpan period) => _loop = ReadAsync(period);

    public async Task ReadAsync()
    {
        var readings = await Task.WhenAll(tiers.Select(scraper.ReadAsync));
        lock (_samples)
            _samples.Add(new Sample(time.GetElapsedTime(_started), readings));
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _loop;
        _stop.Dispose();
    }

    private async Task ReadAsync(TimeSpan period)
    {
        using var timer = new PeriodicTimer(period, time);
        try
        {
            while (true)
            {
                await ReadAsync();
                await timer.WaitForNextTickAsync(_stop.Token);
            }
        }
        catch (OperationCanceledException) when (_stop.IsCancellationRequested)
        {
            // What was read stays.
        }
    }

    private sealed record Sample(TimeSpan At, ProcessMetrics?[] Readings);
}
