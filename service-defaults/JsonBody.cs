using System.ComponentModel.DataAnnotations;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using System.Text.Unicode;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.Extensions.Options;
using Microsoft.Net.Http.Headers;
using KestrelServerOptions = Microsoft.AspNetCore.Server.Kestrel.Core.KestrelServerOptions;

namespace ServiceDefaults;

/// <summary>Reads JSON request bodies within limits, so that all services accept and reject the same bodies.</summary>
public static class JsonBody
{
    private const int MaxTransferSeconds = 10;

    // Kestrel checks once a second, so that it ends a slow request after 5 to 7 s.
    private static readonly TimeSpan GracePeriod = TimeSpan.FromSeconds(5);

    /// <summary>Limits the time that bodies take, and MaxBodyBytes: 1 KiB to 1 MiB, 64 KiB by default.</summary>
    public static IServiceCollection AddJsonBodyLimits(this IServiceCollection services)
    {
        services.AddSettings<BodyLimits>("Ingestion");
        services.AddOptions<KestrelServerOptions>().Configure<IOptions<BodyLimits>>((kestrel, limits) =>
        {
            var maxBytes = limits.Value.MaxBodyBytes;
            kestrel.Limits.MaxRequestBodySize = maxBytes;
            kestrel.Limits.MinRequestBodyDataRate = new(maxBytes / (double)MaxTransferSeconds, GracePeriod);
        });
        return services;
    }

    /// <summary>
    /// Accepts JSON only, and documents the responses to an invalid body in the OpenAPI document, but for 400: that of
    /// some routes has errors by name.
    /// </summary>
    public static RouteHandlerBuilder WithJsonBody<T>(this RouteHandlerBuilder route)
        where T : notnull => route.Accepts<T>("application/json")
            .ProducesProblem(408).ProducesProblem(413).ProducesProblem(415);

    /// <summary>Reads the JSON body of a request, which must look like the example.</summary>
    /// <returns>A valid body and its bytes, or the problem document to respond with.</returns>
    public static async ValueTask<(T? Body, byte[] Bytes, ProblemHttpResult? Problem)> ReadJsonAsync<T>(
        this HttpRequest request, JsonTypeInfo<T> type, string example, CancellationToken cancellationToken)
        where T : class
    {
        if (!MediaTypeHeaderValue.TryParse(request.ContentType, out var media)
            || !media.MediaType.Equals("application/json", StringComparison.OrdinalIgnoreCase)
            || (HeaderUtilities.RemoveQuotes(media.Charset) is { HasValue: true } charset
                && !charset.Equals("utf-8", StringComparison.OrdinalIgnoreCase))
            || request.Headers.ContentEncoding.Count > 0)
        {
            return Reject(415, "The body must be application/json in UTF-8, without a Content-Encoding.");
        }

        var bytes = Array.Empty<byte>();
        try
        {
            bytes = await ReadAsync(request.Body, cancellationToken);
            // The JSON parser does not validate the text of members that it skips.
            if (!Utf8.IsValid(bytes))
                throw new JsonException();
            return (JsonSerializer.Deserialize(bytes, type) ?? throw new JsonException(), bytes, null);
        }
        catch (JsonException exception)
        {
            var position = bytes.AsSpan().StartsWith(Encoding.UTF8.Preamble) ? ", without a byte order mark."
                : exception.LineNumber is { } line
                ? $": error at line {line + 1}, byte {exception.BytePositionInLine}."
                : ".";
            return Reject(400, $"The body must be {example} in UTF-8{position}");
        }
        catch (Exception exception) when (CreateProblem(exception) is { } problem)
        {
            return (null, [], problem);
        }

        static (T?, byte[], ProblemHttpResult?) Reject(int status, string detail) =>
            (null, [], TypedResults.Problem(detail, statusCode: status));
    }

    // Invalid bodies are read to the end too, so that the connection can be reused.
    private static async ValueTask<byte[]> ReadAsync(Stream body, CancellationToken cancellationToken)
    {
        using var buffer = new MemoryStream();
        await body.CopyToAsync(buffer, cancellationToken);
        return buffer.ToArray();
    }

    private static ProblemHttpResult? CreateProblem(Exception exception) => exception switch
    {
        // The body is too large, too slow or incomplete.
        BadHttpRequestException bad => TypedResults.Problem(bad.Message, statusCode: bad.StatusCode),
        // Kestrel reports some invalid chunk sizes and trailers with exceptions of a general type.
        InvalidOperationException or (IOException and not ConnectionResetException) =>
            TypedResults.Problem("The chunks or the trailers of the body are invalid.", statusCode: 400),
        _ => null,
    };

    private sealed class BodyLimits
    {
        [Range(1_024, 1_048_576, ErrorMessage = "Set Ingestion:MaxBodyBytes to a number between {1} and {2}.")]
        public int MaxBodyBytes { get; init; } = 65_536;
    }
}
