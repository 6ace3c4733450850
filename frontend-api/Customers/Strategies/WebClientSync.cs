using FrontendApi.Backend;
using Newtonsoft.Json;

namespace FrontendApi.Customers.Strategies;

/// <summary>
/// Holds a thread of the pool for as long as the back-end takes: fine until there are more callers than threads. From
/// Byterot, 2014 (A1).
/// </summary>
internal sealed class WebClientSync : IReadStrategy<WebClientConnections>
{
    public Task<T?> ReadAsync<T>(WebClientConnections client, string path, CancellationToken cancellationToken)
    {
        var json = client.Use(web => web.DownloadString(path));
        return Task.FromResult(JsonConvert.DeserializeObject<T>(json));
    }
}
