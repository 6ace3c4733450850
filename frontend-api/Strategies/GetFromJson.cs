using FrontendApi.Backend;

namespace FrontendApi.Strategies;

/// <summary>
/// The recommended strategy for new code: GetFromJsonAsync with a parser that is generated at compile time. It needs
/// .NET 6 or later.
/// </summary>
internal sealed class GetFromJson() : HttpClientStrategy(
    "get-from-json", "HttpClient.GetFromJsonAsync; System.Text.Json, source-generated", ".NET 6, 2021")
{
    protected override Task<T?> ReadAsync<T>(HttpClient client, string path, CancellationToken cancellationToken)
        where T : class => client.GetFromJsonAsync(path, BackendJsonContext.GetTypeInfo<T>(), cancellationToken);
}
