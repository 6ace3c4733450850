using FrontendApi.Backend;

namespace FrontendApi.Customers.Strategies;

/// <summary>What new code should do: one call, the parser generated at compile time. From .NET 6 on.</summary>
internal sealed class GetFromJson : IReadStrategy<HttpClient>
{
    public Task<T?> ReadAsync<T>(HttpClient client, string path, CancellationToken cancellationToken) =>
        client.GetFromJsonAsync(path, BackendJson.TypeInfo<T>(), cancellationToken);
}
