namespace Load.Target;

/// <summary>Reads tiers' <c>/metrics</c>, on connections of its own.</summary>
internal sealed class PrometheusScraper : IDisposable
{
    private readonly HttpClient _client = new(new SocketsHttpHandler
    {
        UseProxy = false,
        AllowAutoRedirect = false,
        ActivityHeadersPropagator = null,
    })
    {
        Timeout = TimeSpan.FromSeconds(2),
    };

    /// <returns>Null where there is no readable <c>/metrics</c>.</returns>
    public async Task<ProcessMetrics?> ReadAsync(MonitoredProcess tier)
    {
        try
        {
            return ReadingOf(tier, await _client.GetStringAsync(MetricsOf(tier)));
        }
        catch (Exception e) when (IsUnreadable(e))
        {
            return null;
        }
    }

    /// <summary>The same on this thread alone, whose CPU time is then what it took.</summary>
    /// <returns>Null where there is no readable <c>/metrics</c>.</returns>
    public ProcessMetrics? Read(MonitoredProcess tier)
    {
        try
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, MetricsOf(tier));
            using var response = _client.Send(request);
            using var body = new StreamReader(response.EnsureSuccessStatusCode().Content.ReadAsStream());
            return ReadingOf(tier, body.ReadToEnd());
        }
        catch (Exception e) when (IsUnreadable(e))
        {
            return null;
        }
    }

    public void Dispose() => _client.Dispose();

    private static Uri MetricsOf(MonitoredProcess tier) => new($"{tier.BaseUrl}/metrics");

    private static ProcessMetrics? ReadingOf(MonitoredProcess tier, string exposition)
    {
        var text = PrometheusSamples.Parse(exposition);
        return text.Count == 0 ? null : ProcessMetrics.From(text, tier.Reconciled);
    }

    private static bool IsUnreadable(Exception e) =>
        e is HttpRequestException or IOException or OperationCanceledException or InvalidOperationException;
}
