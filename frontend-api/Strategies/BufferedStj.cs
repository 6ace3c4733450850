namespace FrontendApi.Strategies;

/// <summary>
/// A strategy that buffers the whole response body before parsing it, which costs memory but releases the connection
/// early. Reis, 2021, measured this strategy (claim C1 in docs/claims.md).
/// </summary>
internal sealed class BufferedStj() : HttpClientStrategy(
    "buffered-stj", "HttpClient.GetAsync, body buffered; System.Text.Json", "Reis, 2021")
{
    protected override async Task<T?> ReadAsync<T>(
        HttpClient client, string path, CancellationToken cancellationToken)
        where T : class
    {
        using var response = await client.GetAsync(path, HttpCompletionOption.ResponseContentRead, cancellationToken);
        response.EnsureSuccessStatusCode();
        return await response.Content.ReadFromJsonAsync<T>(cancellationToken);
    }
}
