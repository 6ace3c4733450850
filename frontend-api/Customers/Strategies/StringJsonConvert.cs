using Newtonsoft.Json;

namespace FrontendApi.Customers.Strategies;

/// <summary>The cure of its time: the body as a string, then Json.NET with its cached contracts. From Byterot, 2014 (A4).</summary>
internal sealed class StringJsonConvert : IReadStrategy<HttpClient>
{
    public async Task<T?> ReadAsync<T>(HttpClient client, string path, CancellationToken cancellationToken)
    {
        using var response = await client.GetAsync(path, cancellationToken);
        response.EnsureSuccessStatusCode();
        var json = await response.Content.ReadAsStringAsync(cancellationToken);
        return JsonConvert.DeserializeObject<T>(json);
    }
}
