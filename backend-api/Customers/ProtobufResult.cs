using Google.Protobuf;
using Microsoft.Net.Http.Headers;

namespace BackendApi.Customers;

/// <summary>A response with a Protobuf message, for callers whose header Accept prefers that to JSON.</summary>
internal sealed class ProtobufResult : IResult
{
    public const string MediaType = "application/x-protobuf";

    private readonly IMessage _message;

    private ProtobufResult(IMessage message) => _message = message;

    /// <summary>Creates the response if the caller prefers Protobuf.</summary>
    /// <param name="request">The request, whose header Accept decides.</param>
    /// <param name="document">The document to send.</param>
    /// <param name="createMessage">The function that creates the message from the document.</param>
    /// <returns>The response; null if the caller gets JSON.</returns>
    public static ProtobufResult? TryCreate<T>(HttpRequest request, T document, Func<T, IMessage> createMessage) =>
        request.Headers.Accept.Count > 0 && PrefersProtobuf(request) ? new(createMessage(document)) : null;

    public async Task ExecuteAsync(HttpContext context)
    {
        var response = context.Response;
        response.ContentType = MediaType;
        // The library begins with Advance(0), which Kestrel rejects before the first call of GetSpan.
        response.BodyWriter.GetSpan();
        _message.WriteTo(response.BodyWriter);
        await response.BodyWriter.FlushAsync(context.RequestAborted);
    }

    private static bool PrefersProtobuf(HttpRequest request) =>
        MediaTypeHeaderValue.TryParseList(request.Headers.Accept, out var accepted)
        && accepted.OrderByDescending(type => type.Quality ?? 1).FirstOrDefault() is { } first
        && first.MediaType.Equals(MediaType, StringComparison.OrdinalIgnoreCase);
}
