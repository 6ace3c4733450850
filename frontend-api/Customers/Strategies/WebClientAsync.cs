using FrontendApi.Backend;
using Newtonsoft.Json;

namespace FrontendApi.Customers.Strategies;

/// <summary>
/// Waits without a thread, but cannot be cancelled, and keeps its connections only where no blocking WebClient came first.
/// From Byterot, 2014 (A2).
/// </summary>
internal sealed class WebClientAsync : IReadStrategy<WebClientConnections>
{
    public async Task<T?> ReadAsync<T>(WebClientConnections client, string path, CancellationToken cancellationToken)
    {
        var json = await client.UseAsync(web => web.DownloadStringTaskAsync(path), cancellationToken);
        return JsonConvert.DeserializeObject<T>(json);
    }
}
