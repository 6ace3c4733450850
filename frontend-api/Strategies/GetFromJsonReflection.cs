using System.Text.Json;

namespace FrontendApi.Strategies;

/// <summary>
/// A strategy that calls GetFromJsonAsync with a parser that uses reflection. It needs .NET 5 or later.
/// </summary>
internal sealed class GetFromJsonReflection() : HttpClientStrategy(
    "get-from-json-reflection", "HttpClient.GetFromJsonAsync; System.Text.Json, reflection", ".NET 5, 2020")
{
    protected override Task<T?> ReadAsync<T>(HttpClient client, string path, CancellationToken cancellationToken)
        where T : class => client.GetFromJsonAsync<T>(path, JsonSerializerOptions.Web, cancellationToken);
}
