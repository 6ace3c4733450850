namespace FrontendApi.Customers.Strategies;

/// <summary>
/// Waits for the whole body, which costs a buffer of its size and gives the connection back early. From Reis, 2021 (C1).
/// </summary>
internal sealed class BufferedStj : IReadStrategy<HttpClient>
{
    public async Task<T?> ReadAsync<T>(HttpClient client, string path, CancellationToken cancellationToken)
    {
        using var response = await client.GetAsync(path, HttpCompletionOption.ResponseContentRead, cancellationToken);
        response.EnsureSuccessStatusCode();
        return await response.Content.ReadFromJsonAsync<T>(cancellationToken);
    }
}
