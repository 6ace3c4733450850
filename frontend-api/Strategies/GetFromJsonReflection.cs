using System.Text.Json;

namespace FrontendApi.Strategies;

/// <summary>
/// Makes the call in one line, with a parser that uses reflection. Differs from get-from-json only in that. Since .NET
/// 5.
/// </summary>
internal sealed class GetFromJsonReflection : IHttpClientStrategy
{
    public Task<T?> ReadAsync<T>(HttpClient client, string path, CancellationToken cancellationToken) =>
        client.GetFromJsonAsync<T>(path, JsonSerializerOptions.Web, cancellationToken);
}
