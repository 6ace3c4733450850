namespace TwoTier.Load.Target;

/// <summary>Reads the metrics of monitored processes, on connections that are separate from the load.</summary>
internal sealed class PrometheusScraper : IDisposable
{
    // The maximum length of a response with metrics, because a server may send an endless response.
    private const long MaxBytes = 16_000_000;

    private readonly ConcurrentDictionary<string, long> _scrapes = new();
    private readonly ConcurrentDictionary<string, IUsageSource?> _sources = new();
    private readonly HttpClient _client;

    public PrometheusScraper(ClientOptions? options = null)
    {
        var handler = new SocketsHttpHandler
        {
            UseProxy = false,
            AllowAutoRedirect = false,
            ActivityHeadersPropagator = null,
        };
        if (options is not null)
            handler.SslOptions = options.CreateTlsOptions();
        _client = new HttpClient(handler)
        {
            Timeout = TimeSpan.FromSeconds(2),
            MaxResponseContentBufferSize = MaxBytes,
        };
    }

    public TimeSpan TimeLimit { init => _client.Timeout = value; }

    public long CountScrapes(string metricsUrl) => _scrapes.GetValueOrDefault(metricsUrl);

    /// <summary>Describes the runtimes of the targets that are monitored.</summary>
    /// <returns>The description, or null if no target is monitored.</returns>
    public async Task<string?> DescribeTargetsAsync(
        IEnumerable<(string Name, IReadOnlyList<MonitoredProcess> Processes)> variants)
    {
        var targets = variants.SelectMany(variant =>
            variant.Processes.Where(process => process.Name == MonitoredProcess.Target).Take(1),
            async (variant, target) => (variant.Name, Text: await DescribeAsync(target)));
        var texts = await Task.WhenAll(targets);
        return texts is [] ? null
            : texts.DistinctBy(one => one.Text).Count() == 1 ? texts[0].Text
            : string.Join("; ", texts.Select(one => $"{one.Name}: {one.Text}"));
    }

    /// <summary>Gets the processes of this machine that are known to listen for some monitored processes.</summary>
    public int[] GetListeners(IEnumerable<MonitoredProcess> processes) =>
    [
        .. processes.Select(process => _sources.GetValueOrDefault(process.MetricsUrl)).OfType<IUsageSource>()
            .SelectMany(source => source.Listeners),
    ];

    public void ReadFrom(IUsageSource source, string metricsUrl) => _sources[metricsUrl] = source;

    /// <summary>
    /// Reads the metrics of a process. If the target had no page of metrics at the first reading, its CPU time and
    /// memory come from the operating system. Null if nothing can be read.
    /// </summary>
    public async Task<ProcessMetrics?> ReadAsync(MonitoredProcess process)
    {
        if (_sources.TryGetValue(process.MetricsUrl, out var known) && known is not null)
            return await known.ReadAsync();
        var metrics = await ReadPageAsync(process);
        var source = metrics is null && process.Name == MonitoredProcess.Target
            ? ProcessTree.Find(new Uri(process.MetricsUrl))
            : null;
        // A later reading that fails does not change the source: the two count from different moments.
        return _sources.TryAdd(process.MetricsUrl, source) && source is not null ? source.Read() : metrics;
    }

    /// <summary>Finds the processes of this machine whose CPU time the operating system tells; null if there are none.</summary>
    public IUsageSource? FindClock(MonitoredProcess process) => _sources.GetValueOrDefault(process.MetricsUrl)
        ?? (ProcessTree.Find(new Uri(process.MetricsUrl)) is { } tree && !ProcessTree.IsForwarder(tree.Program) ? tree : null);

    /// <summary>Reads the page of metrics of a process, and does not look for another source; null without a page.</summary>
    public async Task<ProcessMetrics?> ReadPageAsync(MonitoredProcess process) =>
        await TryGetTextAsync(process) is { } exposition
        && PrometheusSamples.Parse(exposition) is { Count: > 0 } samples
            ? ProcessMetrics.Read(samples, process)
            : null;

    public void Dispose() => _client.Dispose();

    private async Task<string> DescribeAsync(MonitoredProcess process)
    {
        var text = ProcessDescription.Format(PrometheusSamples.Parse(await TryGetTextAsync(process) ?? ""));
        return _sources.GetValueOrDefault(process.MetricsUrl) is { } source ? $"{source.Describe()}, {text}" : text;
    }

    private async Task<string?> TryGetTextAsync(MonitoredProcess process)
    {
        try
        {
            _scrapes.AddOrUpdate(process.MetricsUrl, 1, (_, scrapes) => scrapes + 1);
            using var response = await _client.GetAsync(process.MetricsUrl);
            return await response.EnsureSuccessStatusCode().Content.ReadAsStringAsync();
        }
        catch (Exception e) when (e is HttpRequestException or IOException or OperationCanceledException
            or InvalidOperationException or SocketException)
        {
            return null;
        }
    }
}
