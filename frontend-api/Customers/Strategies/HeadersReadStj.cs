namespace FrontendApi.Customers.Strategies;

/// <summary>
/// Parses while the body arrives. The response must be disposed, or its connection stays taken. From Reis, 2021 (C1, C3).
/// </summary>
internal sealed class HeadersReadStj : IReadStrategy<HttpClient>
{
    public async Task<T?> ReadAsync<T>(HttpClient client, string path, CancellationToken cancellationToken)
    {
        using var response = await client.GetAsync(path, HttpCompletionOption.ResponseHeadersRead, cancellationToken);
        response.EnsureSuccessStatusCode();
        return await response.Content.ReadFromJsonAsync<T>(cancellationToken);
    }
}
