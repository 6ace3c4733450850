namespace FrontendApi.Customers.Strategies;

/// <summary>
/// The extension method of Microsoft.AspNet.WebApi.Client as it is today: it keeps its formatters, and so is no longer
/// slow. From Byterot, 2014 (A3).
/// </summary>
internal sealed class ReadAsAsync : IReadStrategy<HttpClient>
{
    public async Task<T?> ReadAsync<T>(HttpClient client, string path, CancellationToken cancellationToken)
    {
        using var response = await client.GetAsync(path, cancellationToken);
        response.EnsureSuccessStatusCode();
        return await response.Content.ReadAsAsync<T>(cancellationToken);
    }
}
