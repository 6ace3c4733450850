namespace Load.Scraping;

/// <summary>Reads tiers' <c>/metrics</c>, on connections of its own.</summary>
internal sealed class Scraper : IDisposable
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
    public async Task<TierReading?> ReadAsync(Tier tier)
    {
        try
        {
            var text = PrometheusText.Parse(await _client.GetStringAsync(new Uri($"{tier.BaseUrl}/metrics")));
            return text.Count == 0 ? null : TierReading.From(text);
        }
        catch (Exception e) when (e is HttpRequestException or OperationCanceledException or InvalidOperationException)
        {
            return null;
        }
    }

    public void Dispose() => _client.Dispose();
}
