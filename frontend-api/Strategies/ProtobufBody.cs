using System.Net.Http.Headers;
using FrontendApi.Backend;

namespace FrontendApi.Strategies;

/// <summary>
/// A strategy that asks for Protobuf instead of JSON. The parser needs the whole body, and the classes that it fills
/// are generated from customers.proto.
/// </summary>
internal sealed class ProtobufBody : IHttpClientStrategy
{
    public async Task<T?> ReadAsync<T>(HttpClient client, string path, CancellationToken cancellationToken)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, path)
        {
            Version = client.DefaultRequestVersion,
            VersionPolicy = client.DefaultVersionPolicy,
        };
        request.Headers.Accept.Add(new MediaTypeWithQualityHeaderValue(ProtobufDocuments.MediaType));
        using var response = await client.SendAsync(request, cancellationToken);
        response.EnsureSuccessStatusCode();
        return ProtobufDocuments.Parse<T>(await response.Content.ReadAsByteArrayAsync(cancellationToken));
    }
}
