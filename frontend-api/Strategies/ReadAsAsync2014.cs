using System.Net.Http.Formatting;

namespace FrontendApi.Strategies;

/// <summary>
/// A strategy that creates new formatters for each call, as Microsoft.AspNet.WebApi.Client did by default in 2014. The
/// contract resolver of new formatters has an empty cache, so every call pays for reflection again. Byterot, 2014,
/// measured this strategy (claims A3 and A6 in docs/claims.md).
/// </summary>
internal sealed class ReadAsAsync2014() : HttpClientStrategy(
    "read-as-async-2014", "HttpClient.GetAsync; ReadAsAsync<T> with new formatters for each call", "Byterot, 2014")
{
    protected override async Task<T?> ReadAsync<T>(
        HttpClient client, string path, CancellationToken cancellationToken)
        where T : class
    {
        using var response = await client.GetAsync(path, cancellationToken);
        response.EnsureSuccessStatusCode();
        return await response.Content.ReadAsAsync<T>(new MediaTypeFormatterCollection(), cancellationToken);
    }
}
