namespace FrontendApi.Strategies;

/// <summary>
/// Buffers the whole body before parsing it, which costs memory and releases the connection early. From Reis, 2021
/// (claim C1 in docs/claims.md).
/// </summary>
internal sealed class BufferedStj : IHttpClientStrategy
{
    public async Task<T?> ReadAsync<T>(HttpClient client, string path, CancellationToken cancellationToken)
    {
        using var response = await client.GetAsync(path, HttpCompletionOption.ResponseContentRead, cancellationToken);
        response.EnsureSuccessStatusCode();
        return await response.Content.ReadFromJsonAsync<T>(cancellationToken);
    }
}
