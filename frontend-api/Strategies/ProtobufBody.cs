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
        using var response = await ProtobufDocuments.GetAsync(
            client, path, ProtobufDocuments.MediaType, cancellationToken);
        response.EnsureSuccessStatusCode();
        return ProtobufDocuments.Parse<T>(await response.Content.ReadAsByteArrayAsync(cancellationToken));
    }
}
