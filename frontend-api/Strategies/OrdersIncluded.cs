using FrontendApi.Backend;

namespace FrontendApi.Strategies;

/// <summary>
/// A strategy that reads a customer and its orders with one call. The back-end needs a route for this answer, and reads
/// and sends all of it even to a caller that needs a part.
/// </summary>
internal sealed class OrdersIncluded : IHttpClientStrategy
{
    public Task<T?> ReadAsync<T>(HttpClient client, string path, CancellationToken cancellationToken) =>
        client.GetFromJsonAsync(path, BackendJsonContext.GetTypeInfo<T>(), cancellationToken);
}
