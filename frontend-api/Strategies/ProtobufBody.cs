using System.Net.Http.Headers;
using FrontendApi.Backend;

namespace FrontendApi.Strategies;

/// <summary>
/// A strategy that asks for Protobuf instead of JSON. The parser needs the whole body, and the classes that it fills
/// are generated from customers.proto.
/// </summary>
internal sealed class ProtobufBody() : HttpClientStrategy(
    "protobuf-body", "HttpClient.SendAsync; a Protobuf message instead of JSON", "protoc for C#, 2015")
{
    private static readonly MediaTypeWithQualityHeaderValue Protobuf = new("application/x-protobuf");

    protected override async Task<T?> ReadAsync<T>(
        HttpClient client, string path, CancellationToken cancellationToken)
        where T : class
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, path)
        {
            Version = client.DefaultRequestVersion,
            VersionPolicy = client.DefaultVersionPolicy,
            Headers = { Accept = { Protobuf } },
        };
        using var response = await client.SendAsync(request, cancellationToken);
        response.EnsureSuccessStatusCode();
        return ProtobufDocuments.Parse<T>(await response.Content.ReadAsByteArrayAsync(cancellationToken));
    }
}
