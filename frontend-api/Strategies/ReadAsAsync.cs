namespace FrontendApi.Strategies;

/// <summary>
/// Uses the extension method ReadAsAsync of Microsoft.AspNet.WebApi.Client with the current defaults of that library:
/// the formatters are created once, so the method is no longer slow. From Byterot, 2014 (claim A3 in docs/claims.md).
/// </summary>
internal sealed class ReadAsAsync : IHttpClientStrategy
{
    public async Task<T?> ReadAsync<T>(HttpClient client, string path, CancellationToken cancellationToken)
    {
        using var response = await client.GetAsync(path, cancellationToken);
        response.EnsureSuccessStatusCode();
        return await response.Content.ReadAsAsync<T>(cancellationToken);
    }
}
