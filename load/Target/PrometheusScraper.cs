using System.Net.Sockets;

namespace Load.Target;

/// <summary>
/// Reads the <c>/metrics</c> endpoints of monitored processes, on connections that are separate from the load.
/// </summary>
internal sealed class PrometheusScraper : IDisposable
{
    // A server may answer without end.
    private const long MaxBytes = 16_000_000;

    private readonly HttpClient _client = new(new SocketsHttpHandler
    {
        UseProxy = false,
        AllowAutoRedirect = false,
        ActivityHeadersPropagator = null,
    })
    {
        Timeout = TimeSpan.FromSeconds(2),
        MaxResponseContentBufferSize = MaxBytes,
    };

    /// <summary>Reads the metrics of a monitored process.</summary>
    /// <returns>The metrics, or null if the process has no readable <c>/metrics</c> endpoint.</returns>
    public async Task<ProcessMetrics?> ReadAsync(MonitoredProcess process)
    {
        try
        {
            return Parse(process, await _client.GetStringAsync(GetMetricsUri(process)));
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
    /// <returns>The metrics, or null if the process has no readable <c>/metrics</c> endpoint.</returns>
    public ProcessMetrics? Read(MonitoredProcess process)
    {
        try
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, GetMetricsUri(process));
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

    private static Uri GetMetricsUri(MonitoredProcess process) => new($"{process.BaseUrl}/metrics");

    private static ProcessMetrics? Parse(MonitoredProcess process, string exposition)
    {
        var samples = PrometheusSamples.Parse(exposition);
        return samples.Count == 0 ? null : ProcessMetrics.Read(samples, process);
    }

    private static bool IsUnreadable(Exception e) =>
        e is HttpRequestException or IOException or OperationCanceledException or InvalidOperationException
            or SocketException;
}
