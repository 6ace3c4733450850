using System.Buffers;
using System.IO.Pipelines;
using System.Text.Json;
using System.Text.Unicode;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.Net.Http.Headers;

namespace ServiceDefaults.Ingestion;

/// <summary>Reads a payload, or says why not. Both tiers take the same document, so they refuse the same.</summary>
public static class PayloadReader
{
    private const string Expected = """The body must be {"data": "<JSON text>"} in UTF-8""";

    /// <returns>The payload, or the refusal; never both.</returns>
    public static async ValueTask<(Payload? Payload, ProblemHttpResult? Refusal)> ReadPayloadAsync(
        this HttpRequest request, CancellationToken cancellationToken)
    {
        if (!IsJson(request))
            return Refuse(StatusCodes.Status415UnsupportedMediaType, "Send application/json in UTF-8, without a Content-Encoding.");
        try
        {
            return (await ParseAsync(request.BodyReader, cancellationToken), null);
        }
        catch (BadHttpRequestException refused)
        {
            // Kestrel's own: too large, too slow, cut off.
            return Refuse(refused.StatusCode, refused.Message);
        }
        catch (JsonException wrong)
        {
            return Refuse(StatusCodes.Status400BadRequest,
                wrong.LineNumber is { } line ? $"{Expected}: wrong at line {line + 1}, byte {wrong.BytePositionInLine}." : $"{Expected}.");
        }
    }

    // No other charset: the parser would have to be told, and no payload needs one.
    private static bool IsJson(HttpRequest request) =>
        request.Headers.ContentEncoding.Count is 0
        && MediaTypeHeaderValue.TryParse(request.ContentType, out var type)
        && type.MediaType.Equals("application/json", StringComparison.OrdinalIgnoreCase)
        && (!type.Charset.HasValue
            || HeaderUtilities.RemoveQuotes(type.Charset).Equals("utf-8", StringComparison.OrdinalIgnoreCase));

    private static async ValueTask<Payload> ParseAsync(PipeReader reader, CancellationToken cancellationToken)
    {
        while (true)
        {
            var read = await reader.ReadAsync(cancellationToken);
            try
            {
                if (read.IsCompleted)
                    return Parse(read.Buffer);
            }
            finally
            {
                // What is no payload is taken too, or its connection could not be used again.
                reader.AdvanceTo(read.IsCompleted ? read.Buffer.End : read.Buffer.Start, read.Buffer.End);
            }
        }
    }

    private static Payload Parse(ReadOnlySequence<byte> body)
    {
        var json = body.IsSingleSegment ? body.FirstSpan : body.ToArray();
        // The parser does not look into what it passes over, such as members that it does not know.
        if (!Utf8.IsValid(json))
            throw new JsonException();
        return JsonSerializer.Deserialize(json, PayloadJson.Default.Payload) ?? throw new JsonException();
    }

    private static (Payload?, ProblemHttpResult?) Refuse(int status, string detail) =>
        (null, TypedResults.Problem(detail, statusCode: status));
}
