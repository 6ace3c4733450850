namespace TwoTier.Load.Target;

/// <summary>
/// Samples the metrics of the monitored processes while load is sent, to find levels that readings before and after the
/// load cannot show: the most threads and the longest queue. A starved thread pool answers late, so the real peak may
/// be above every sample.
/// </summary>
internal sealed class MetricsSampler(
    PrometheusScraper scraper, IReadOnlyList<MonitoredProcess> processes, TimeProvider time) : IAsyncDisposable
{
    private readonly CancellationTokenSource _stopSource = new();
    private readonly long _startTimestamp = time.GetTimestamp();
    private readonly List<(TimeSpan At, ProcessMetrics?[] Readings)> _samples = [];
    private Task _loop = Task.CompletedTask;

    public IReadOnlyList<MonitoredProcess> Processes => processes;

    /// <summary>Gets the samples of a process in a period of time, and the first one after it.</summary>
    public IReadOnlyList<(TimeSpan At, ProcessMetrics Reading)> GetSamples(TimeSpan from, TimeSpan to, int process)
    {
        lock (_samples)
        {
            var later = _samples.Where(sample => sample.At >= from && sample.Readings[process] is not null)
                .Select(sample => (sample.At, sample.Readings[process]!))
                .ToArray();
            return later[..Math.Min(later.Count(sample => sample.At <= to) + 1, later.Length)];
        }
    }

    public void Start(TimeSpan period) => _loop = ReadAsync(period);

    public async Task ReadAsync()
    {
        var readings = await Task.WhenAll(processes.Select(scraper.ReadAsync));
        lock (_samples)
            _samples.Add((time.GetElapsedTime(_startTimestamp), readings));
    }

    public async ValueTask DisposeAsync()
    {
        await _stopSource.CancelAsync();
        await _loop.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _stopSource.Dispose();
    }

    private async Task ReadAsync(TimeSpan period)
    {
        using var timer = new PeriodicTimer(period, time);
        do
            await ReadAsync();
        while (await timer.WaitForNextTickAsync(_stopSource.Token));
    }
}
