using System.Net.Http.Formatting;

namespace FrontendApi.Customers.Strategies;

/// <summary>
/// New formatters for each call, as the library made by default in 2014: each has a contract resolver that has seen no
/// type yet, so every call pays for the reflection. From Byterot, 2014 (A3, A6).
/// </summary>
internal sealed class ReadAsAsync2014 : IReadStrategy<HttpClient>
{
    public async Task<T?> ReadAsync<T>(HttpClient client, string path, CancellationToken cancellationToken)
    {
        using var response = await client.GetAsync(path, cancellationToken);
        response.EnsureSuccessStatusCode();
        return await response.Content.ReadAsAsync<T>(new MediaTypeFormatterCollection(), cancellationToken);
    }
}
