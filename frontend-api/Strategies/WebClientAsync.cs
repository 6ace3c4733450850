using Newtonsoft.Json;

namespace FrontendApi.Strategies;

/// <summary>
/// A strategy that calls WebClient without blocking a thread. A call cannot be cancelled, and connections are reused
/// only if the process did not call a blocking WebClient first. Byterot, 2014, measured this strategy (claim A2 in
/// docs/claims.md).
/// </summary>
internal sealed class WebClientAsync() : WebClientStrategy(
    "webclient-async", "WebClient.DownloadStringTaskAsync; JsonConvert", "Byterot, 2014")
{
    protected override async Task<T?> ReadAsync<T>(WebClient client, string path)
        where T : class
    {
        var json = await client.DownloadStringTaskAsync(path);
        return JsonConvert.DeserializeObject<T>(json);
    }
}
