using System.Net;
using Newtonsoft.Json;

namespace FrontendApi.Strategies;

/// <summary>
/// Blocks a thread-pool thread for as long as the back-end takes, which works until there are more callers than
/// threads. From Byterot, 2014 (claim A1 in docs/claims.md).
/// </summary>
internal sealed class WebClientSync : IWebClientStrategy
{
    public Task<T?> ReadAsync<T>(WebClient client, string path)
    {
        var json = client.DownloadString(path);
        return Task.FromResult(JsonConvert.DeserializeObject<T>(json));
    }
}
