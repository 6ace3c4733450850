using Newtonsoft.Json;

namespace FrontendApi.Strategies;

/// <summary>
/// The strategy that Byterot, 2014, recommends (claim A4 in docs/claims.md): it reads the response body as a string and
/// parses it with Json.NET, which caches its contracts.
/// </summary>
internal sealed class StringJsonConvert() : HttpClientStrategy(
    "string-jsonconvert", "HttpClient.GetAsync; ReadAsStringAsync and JsonConvert", "Byterot, 2014")
{
    protected override async Task<T?> ReadAsync<T>(
        HttpClient client, string path, CancellationToken cancellationToken)
        where T : class
    {
        using var response = await client.GetAsync(path, cancellationToken);
        response.EnsureSuccessStatusCode();
        var json = await response.Content.ReadAsStringAsync(cancellationToken);
        return JsonConvert.DeserializeObject<T>(json);
    }
}
