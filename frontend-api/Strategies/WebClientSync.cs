using Newtonsoft.Json;

namespace FrontendApi.Strategies;

/// <summary>
/// A strategy that calls WebClient and blocks a thread-pool thread until the back-end answers. Requests wait as soon as
/// there are more callers than threads. Byterot, 2014, measured this strategy (claim A1 in docs/claims.md).
/// </summary>
internal sealed class WebClientSync() : WebClientStrategy(
    "webclient-sync", "WebClient.DownloadString, blocking; JsonConvert", "Byterot, 2014"), IBlockingStrategy
{
    protected override Task<T?> ReadAsync<T>(WebClient client, string path)
        where T : class
    {
        var json = client.DownloadString(path);
        return Task.FromResult(JsonConvert.DeserializeObject<T>(json));
    }
}
