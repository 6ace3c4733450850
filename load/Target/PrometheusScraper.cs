using System.Collections.Concurrent;

namespace Load.Target;

/// <summary>
/// Reads the metrics of monitored processes, on connections that are separate from the load.
/// </summary>
internal sealed class PrometheusScraper : IDisposable
{
    private readonly ConcurrentDictionary<string, long> _scrapes = new();
    private readonly HttpClient _client = new(new SocketsHttpHandler
    {
        UseProxy = false,
        AllowAutoRedirect = false,
        ActivityHeadersPropagator = null,
    })
    {
        Timeout = TimeSpan.FromSeconds(2),
    };

    /// <summary>Gets the number of times that the metrics at a URL were requested so far.</summary>
    public long CountScrapes(string metricsUrl) => _scrapes.GetValueOrDefault(metricsUrl);

    /// <summary>Reads the metrics of a monitored process.</summary>
    /// <returns>The metrics, or null if the process has no readable metrics.</returns>
    public async Task<ProcessMetrics?> ReadAsync(MonitoredProcess process)
    {
        try
        {
            return Parse(process, await _client.GetStringAsync(CountScrape(process)));
        }
        catch (Exception e) when (IsUnreadable(e))
        {
            return null;
        }
    }

    /// <summary>
    /// Reads the metrics of a monitored process on the calling thread only, so that the thread's CPU time is the cost
    /// of the reading.
    /// </summary>
    /// <returns>The metrics, or null if the process has no readable metrics.</returns>
    public ProcessMetrics? Read(MonitoredProcess process)
    {
        try
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, CountScrape(process));
            using var response = _client.Send(request);
            using var body = new StreamReader(response.EnsureSuccessStatusCode().Content.ReadAsStream());
            return Parse(process, body.ReadToEnd());
        }
        catch (Exception e) when (IsUnreadable(e))
        {
            return null;
        }
    }

    public void Dispose() => _client.Dispose();

    private Uri CountScrape(MonitoredProcess process)
    {
        _scrapes.AddOrUpdate(process.MetricsUrl, 1, (_, scrapes) => scrapes + 1);
        return new Uri(process.MetricsUrl);
    }

    private static ProcessMetrics? Parse(MonitoredProcess process, string exposition)
    {
        var samples = PrometheusSamples.Parse(exposition);
        return samples.Count == 0 ? null : ProcessMetrics.Read(samples, process);
    }

    private static bool IsUnreadable(Exception e) =>
        e is HttpRequestException or IOException or OperationCanceledException or InvalidOperationException;
}
