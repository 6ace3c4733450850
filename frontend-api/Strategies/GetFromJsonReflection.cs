using System.Text.Json;

namespace FrontendApi.Strategies;

/// <summary>
/// Calls GetFromJsonAsync with a parser that uses reflection: the strategy get-from-json without source generation.
/// Available since .NET 5.
/// </summary>
internal sealed class GetFromJsonReflection : IHttpClientStrategy
{
    public Task<T?> ReadAsync<T>(HttpClient client, string path, CancellationToken cancellationToken) =>
        client.GetFromJsonAsync<T>(path, JsonSerializerOptions.Web, cancellationToken);
}
