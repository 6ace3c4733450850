using System.Text.Json;
using FrontendApi.Backend;

namespace FrontendApi.Strategies;

/// <summary>
/// A strategy that parses the response body while it arrives. GetStreamAsync takes fewer lines than GetAsync, because
/// disposing the stream releases the connection, and an error status throws an exception. HttpClient does not limit the
/// size of a body that is read as a stream. Reis, 2021, measured this strategy (claim C1 in docs/claims.md).
/// </summary>
internal sealed class GetStreamStj() : HttpClientStrategy(
    "get-stream-stj", "HttpClient.GetStreamAsync; System.Text.Json from the stream", "Reis, 2021")
{
    protected override async Task<T?> ReadAsync<T>(
        HttpClient client, string path, CancellationToken cancellationToken)
        where T : class
    {
        await using var body = new LengthLimitedStream(
            await client.GetStreamAsync(path, cancellationToken), client.MaxResponseContentBufferSize);
        return await JsonSerializer.DeserializeAsync<T>(body, JsonSerializerOptions.Web, cancellationToken);
    }
}
