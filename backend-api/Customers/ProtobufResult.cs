using System.Buffers.Binary;
using Google.Protobuf;
using Microsoft.Net.Http.Headers;

namespace BackendApi.Customers;

/// <summary>
/// A response with a Protobuf message, for callers whose header Accept prefers that to JSON: the message alone, or with
/// the framing of gRPC, which is a prefix of five bytes and a trailer with the status. Kestrel does not send trailers
/// over HTTP/1.1.
/// </summary>
internal sealed class ProtobufResult : IResult
{
    private const string Alone = "application/x-protobuf";
    private const string Framed = "application/grpc+proto";
    private const int PrefixLength = 5;

    /// <summary>The media types of the message alone, and with the framing.</summary>
    public static readonly string[] MediaTypes = [Alone, Framed];

    private readonly IMessage _message;
    private readonly string _mediaType;

    private ProtobufResult(IMessage message, string mediaType) => (_message, _mediaType) = (message, mediaType);

    /// <summary>Creates the response if the caller prefers Protobuf.</summary>
    /// <param name="request">The request, whose header Accept decides.</param>
    /// <param name="document">The document to send.</param>
    /// <param name="createMessage">The function that creates the message from the document.</param>
    /// <returns>The response; null if the caller gets JSON.</returns>
    public static ProtobufResult? TryCreate<T>(HttpRequest request, T document, Func<T, IMessage> createMessage) =>
        request.Headers.Accept.Count > 0 && FindMediaType(request) is { } mediaType
            ? new(createMessage(document), mediaType)
            : null;

    public async Task ExecuteAsync(HttpContext context)
    {
        var response = context.Response;
        response.ContentType = _mediaType;
        // The library begins with Advance(0), which Kestrel rejects before the first call of GetSpan.
        var prefix = response.BodyWriter.GetSpan(PrefixLength);
        if (_mediaType is Framed)
        {
            WritePrefix(prefix, _message.CalculateSize());
            response.BodyWriter.Advance(PrefixLength);
        }

        _message.WriteTo(response.BodyWriter);
        await response.BodyWriter.FlushAsync(context.RequestAborted);
        if (_mediaType is Framed && response.SupportsTrailers())
            response.AppendTrailer("grpc-status", "0");
    }

    /// <summary>Returns the media type of the Protobuf response that the caller prefers, or null for none.</summary>
    private static string? FindMediaType(HttpRequest request) =>
        MediaTypeHeaderValue.TryParseList(request.Headers.Accept, out var accepted)
        && accepted.OrderByDescending(type => type.Quality ?? 1).FirstOrDefault() is { } first
            ? MediaTypes.FirstOrDefault(type => first.MediaType.Equals(type, StringComparison.OrdinalIgnoreCase))
            : null;

    /// <summary>Writes a byte that says that the message is not compressed, and the length of the message.</summary>
    private static void WritePrefix(Span<byte> prefix, int length)
    {
        prefix[0] = 0;
        BinaryPrimitives.WriteUInt32BigEndian(prefix[1..], (uint)length);
    }
}
