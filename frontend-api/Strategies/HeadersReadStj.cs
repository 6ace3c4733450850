namespace FrontendApi.Strategies;

/// <summary>
/// A strategy that parses the response body while it arrives. The response must be disposed, or its connection stays in
/// use. Reis, 2021, measured this strategy (claims C1 and C3 in docs/claims.md).
/// </summary>
internal sealed class HeadersReadStj : IHttpClientStrategy
{
    public async Task<T?> ReadAsync<T>(HttpClient client, string path, CancellationToken cancellationToken)
    {
        using var response = await client.GetAsync(path, HttpCompletionOption.ResponseHeadersRead, cancellationToken);
        response.EnsureSuccessStatusCode();
        return await response.Content.ReadFromJsonAsync<T>(cancellationToken);
    }
}
