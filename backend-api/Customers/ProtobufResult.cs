using Google.Protobuf;
using Microsoft.Net.Http.Headers;

namespace BackendApi.Customers;

/// <summary>A response with a Protobuf message, for callers whose header Accept prefers that to JSON.</summary>
internal sealed class ProtobufResult(IMessage message) : IResult
{
    public const string MediaType = "application/x-protobuf";

    public static bool IsPreferred(HttpRequest request) =>
        request.Headers.Accept.Count > 0
        && MediaTypeHeaderValue.TryParseList(request.Headers.Accept, out var accepted)
        && accepted.OrderByDescending(type => type.Quality ?? 1).FirstOrDefault() is { } first
        && first.MediaType.Equals(MediaType, StringComparison.OrdinalIgnoreCase);

    public async Task ExecuteAsync(HttpContext context)
    {
        context.Response.ContentType = MediaType;
        var body = context.Response.BodyWriter;
        // The library begins with Advance(0), which Kestrel rejects before the first call of GetSpan.
        body.GetSpan();
        message.WriteTo(body);
        await body.FlushAsync(context.RequestAborted);
    }
}
