namespace FrontendApi.Strategies;

/// <summary>
/// A strategy that calls the extension method ReadAsAsync of Microsoft.AspNet.WebApi.Client. The current version of
/// that library creates its formatters once, so the method is no longer slow. Byterot, 2014, measured an earlier
/// version (claim A3 in docs/claims.md).
/// </summary>
internal sealed class ReadAsAsync() : HttpClientStrategy(
    "read-as-async", "HttpClient.GetAsync; ReadAsAsync<T>() with the current library", "Byterot, 2014")
{
    protected override async Task<T?> ReadAsync<T>(
        HttpClient client, string path, CancellationToken cancellationToken)
        where T : class
    {
        using var response = await client.GetAsync(path, cancellationToken);
        response.EnsureSuccessStatusCode();
        return await response.Content.ReadAsAsync<T>(cancellationToken);
    }
}
