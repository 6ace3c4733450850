using System.Text.Json;
using FrontendApi.Backend;

namespace FrontendApi.Strategies;

/// <summary>
/// A strategy that parses the response body while it arrives. The response must be disposed, or its connection stays in
/// use, and HttpClient does not limit the size of a body that is read as a stream. Reis, 2021, measured this strategy
/// (claims C1 and C3 in docs/claims.md).
/// </summary>
internal sealed class HeadersReadStj() : HttpClientStrategy(
    "headers-read-stj", "HttpClient.GetAsync, headers read; System.Text.Json from the stream", "Reis, 2021")
{
    protected override async Task<T?> ReadAsync<T>(
        HttpClient client, string path, CancellationToken cancellationToken)
        where T : class
    {
        using var response = await client.GetAsync(path, HttpCompletionOption.ResponseHeadersRead, cancellationToken);
        response.EnsureSuccessStatusCode();
        var body = new LengthLimitedStream(
            await response.Content.ReadAsStreamAsync(cancellationToken), client.MaxResponseContentBufferSize);
        return await JsonSerializer.DeserializeAsync<T>(body, JsonSerializerOptions.Web, cancellationToken);
    }
}
