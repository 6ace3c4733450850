using System.Net;
using Newtonsoft.Json;

namespace FrontendApi.Strategies;

/// <summary>
/// Waits without blocking a thread, but cannot be cancelled, and reuses connections only if no blocking WebClient was
/// called first in the process. From Byterot, 2014 (claim A2 in docs/claims.md).
/// </summary>
internal sealed class WebClientAsync : IWebClientStrategy
{
    public async Task<T?> ReadAsync<T>(WebClient client, string path)
    {
        var json = await client.DownloadStringTaskAsync(path);
        return JsonConvert.DeserializeObject<T>(json);
    }
}
