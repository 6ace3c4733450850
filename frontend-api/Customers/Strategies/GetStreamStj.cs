using System.Text.Json;

namespace FrontendApi.Customers.Strategies;

/// <summary>
/// The short form of reading headers first: the stream owns the connection, and a failing status throws. From Reis, 2021
/// (C1).
/// </summary>
internal sealed class GetStreamStj : IReadStrategy<HttpClient>
{
    public async Task<T?> ReadAsync<T>(HttpClient client, string path, CancellationToken cancellationToken)
    {
        await using var body = await client.GetStreamAsync(path, cancellationToken);
        return await JsonSerializer.DeserializeAsync<T>(body, JsonSerializerOptions.Web, cancellationToken);
    }
}
