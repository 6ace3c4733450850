using System.Buffers.Binary;
using System.Net.Http.Headers;
using FrontendApi.Backend;

namespace FrontendApi.Strategies;

/// <summary>
/// A strategy that asks for a Protobuf message with the framing of gRPC: a byte that says whether the message is
/// compressed, four bytes with its length, the message, and over HTTP/2 (flag http=2) the status of the call in a
/// trailer. It is not gRPC, which posts a message to the path of a method and always uses HTTP/2.
/// </summary>
internal sealed class ProtobufGrpcFraming : IHttpClientStrategy
{
    private const int PrefixLength = 5;

    public async Task<T?> ReadAsync<T>(HttpClient client, string path, CancellationToken cancellationToken)
    {
        using var response = await ProtobufDocuments.GetAsync(
            client, path, ProtobufDocuments.FramedMediaType, cancellationToken);
        response.EnsureSuccessStatusCode();
        var body = await response.Content.ReadAsByteArrayAsync(cancellationToken);
        if (body.Length < PrefixLength || body[0] is not 0
            || BinaryPrimitives.ReadUInt32BigEndian(body.AsSpan(1)) != body.Length - PrefixLength)
        {
            throw new InvalidDataException("The response is not one uncompressed message.");
        }

        if (response.Version.Major > 1 && !HasStatusOk(response.TrailingHeaders))
            throw new InvalidDataException("The response has no trailer grpc-status with the value 0.");
        return ProtobufDocuments.Parse<T>(body.AsSpan(PrefixLength));
    }

    private static bool HasStatusOk(HttpResponseHeaders trailers) =>
        trailers.TryGetValues("grpc-status", out var status) && status.SequenceEqual(["0"]);
}
