using FrontendApi.Backend;

namespace FrontendApi.Strategies;

/// <summary>
/// The recommendation for new code: GetFromJsonAsync with a parser that is generated at compile time. Since .NET 6.
/// </summary>
internal sealed class GetFromJson : IHttpClientStrategy
{
    public Task<T?> ReadAsync<T>(HttpClient client, string path, CancellationToken cancellationToken) =>
        client.GetFromJsonAsync(path, BackendJsonContext.GetTypeInfo<T>(), cancellationToken);
}
