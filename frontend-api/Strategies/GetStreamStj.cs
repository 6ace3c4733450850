using System.Text.Json;

namespace FrontendApi.Strategies;

/// <summary>
/// Parses the body while it arrives, in fewer lines than with GetAsync: the stream owns the connection, and an error
/// status throws. From Reis, 2021 (claim C1 in docs/claims.md).
/// </summary>
internal sealed class GetStreamStj : IHttpClientStrategy
{
    public async Task<T?> ReadAsync<T>(HttpClient client, string path, CancellationToken cancellationToken)
    {
        await using var body = await client.GetStreamAsync(path, cancellationToken);
        return await JsonSerializer.DeserializeAsync<T>(body, JsonSerializerOptions.Web, cancellationToken);
    }
}
