using System.Text.Json;

namespace FrontendApi.Strategies;

/// <summary>
/// A strategy that parses the response body while it arrives. GetStreamAsync takes fewer lines than GetAsync, because
/// disposing the stream releases the connection, and an error status throws an exception. Reis, 2021, measured this
/// strategy (claim C1 in docs/claims.md).
/// </summary>
internal sealed class GetStreamStj : IHttpClientStrategy
{
    public async Task<T?> ReadAsync<T>(HttpClient client, string path, CancellationToken cancellationToken)
    {
        await using var body = await client.GetStreamAsync(path, cancellationToken);
        return await JsonSerializer.DeserializeAsync<T>(body, JsonSerializerOptions.Web, cancellationToken);
    }
}
