using System.Buffers;
using System.IO.Pipelines;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using System.Text.Unicode;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using Microsoft.Net.Http.Headers;
using Microsoft.OpenApi;
using KestrelServerOptions = Microsoft.AspNetCore.Server.Kestrel.Core.KestrelServerOptions;

namespace ServiceDefaults;

/// <summary>
/// Reads JSON request bodies within limits, so that all services accept the same bodies and reject the same ones.
/// </summary>
public static class JsonBody
{
    private const int MinConfigurableBytes = 1_024;
    private const int MaxConfigurableBytes = 1_048_576;
    private static readonly TimeSpan MaxBodyTransferTime = TimeSpan.FromSeconds(10);

    /// <summary>
    /// The time after which Kestrel begins to check the data rate of a request body. Kestrel checks once a second, so
    /// that it ends a slow request after 5 to 7 s.
    /// </summary>
    private static readonly TimeSpan GracePeriod = TimeSpan.FromSeconds(5);

    /// <summary>Limits the size of request bodies, and the time that they take to arrive.</summary>
    /// <param name="services">The services of the application.</param>
    /// <param name="section">
    /// The configuration section whose key MaxBodyBytes sets the largest size: 1 KiB to 1 MiB, 64 KiB by default.
    /// </param>
    /// <returns>The service collection, so that calls can be chained.</returns>
    public static IServiceCollection AddJsonBodyLimits(this IServiceCollection services, string section)
    {
        services.AddOptions<BodyLimits>().BindConfiguration(section)
            .Validate(limits => limits.MaxBodyBytes is >= MinConfigurableBytes and <= MaxConfigurableBytes,
                $"Set {section}:{nameof(BodyLimits.MaxBodyBytes)} to a number between {MinConfigurableBytes} and "
                + $"{MaxConfigurableBytes}.")
            .ValidateOnStart();
        services.AddOptions<KestrelServerOptions>().Configure<IOptions<BodyLimits>>((kestrel, limits) =>
        {
            var maxBytes = limits.Value.MaxBodyBytes;
            kestrel.Limits.MaxRequestBodySize = maxBytes;
            kestrel.Limits.MinRequestBodyDataRate = new(maxBytes / MaxBodyTransferTime.TotalSeconds, GracePeriod);
        });
        return services;
    }

    /// <summary>Documents a JSON request body, and the responses to an invalid one, in the OpenAPI document.</summary>
    /// <param name="route">The route whose requests have a JSON body.</param>
    /// <typeparam name="T">The type of the body.</typeparam>
    /// <returns>The route, so that calls can be chained.</returns>
    public static RouteHandlerBuilder WithJsonBody<T>(this RouteHandlerBuilder route)
    {
        foreach (var status in (int[])[400, 408, 413, 415])
            route.ProducesProblem(status);
        // Accepts() is not used, because with it the router would reject other media types, without a problem detail
        // and without the metrics of the route.
        return route.AddOpenApiOperationTransformer(async (operation, context, cancellationToken) =>
        {
            var schema = await context.GetOrCreateSchemaAsync(typeof(T), cancellationToken: cancellationToken);
            operation.RequestBody = new OpenApiRequestBody
            {
                Required = true,
                Content = new Dictionary<string, OpenApiMediaType> { ["application/json"] = new() { Schema = schema } },
            };
        });
    }

    /// <summary>Reads the JSON body of a request.</summary>
    /// <param name="request">The request whose body to read.</param>
    /// <param name="type">The JSON metadata of the body's type.</param>
    /// <param name="example">An example of a valid body, for the detail of the problem document.</param>
    /// <param name="cancellationToken">A token that cancels the read.</param>
    /// <typeparam name="T">The type of the body.</typeparam>
    /// <returns>
    /// A valid body and no problem, or no body and the problem document to respond with. One of the two is always null.
    /// </returns>
    public static ValueTask<(T? Body, ProblemHttpResult? Problem)> ReadJsonBodyAsync<T>(
        this HttpRequest request, JsonTypeInfo<T> type, string example, CancellationToken cancellationToken)
        where T : class => ReadAsync(request, bytes => Parse(bytes, type), example, cancellationToken);

    /// <summary>Reads the bytes of a request body, which must be JSON of the given type.</summary>
    /// <inheritdoc cref="ReadJsonBodyAsync"/>
    public static ValueTask<(byte[]? Body, ProblemHttpResult? Problem)> ReadJsonBytesAsync<T>(
        this HttpRequest request, JsonTypeInfo<T> type, string example, CancellationToken cancellationToken)
        where T : class => ReadAsync(
            request,
            bytes =>
            {
                var body = bytes.ToArray();
                Parse(new(body), type);
                return body;
            },
            example, cancellationToken);

    private static async ValueTask<(T? Body, ProblemHttpResult? Problem)> ReadAsync<T>(
        HttpRequest request, Func<ReadOnlySequence<byte>, T> parse, string example, CancellationToken cancellationToken)
        where T : class
    {
        if (!HasJsonContent(request))
        {
            return CreateRejection<T>(StatusCodes.Status415UnsupportedMediaType,
                "The body must be application/json in UTF-8, without a Content-Encoding.");
        }

        try
        {
            return (await ReadToEndAsync(request.BodyReader, parse, cancellationToken), null);
        }
        catch (BadHttpRequestException exception)
        {
            // Kestrel throws BadHttpRequestException if the body is too large, too slow or incomplete.
            return CreateRejection<T>(exception.StatusCode, exception.Message);
        }
        catch (JsonException exception)
        {
            var position = exception.LineNumber is { } line
                ? $": error at line {line + 1}, byte {exception.BytePositionInLine}."
                : ".";
            return CreateRejection<T>(
                StatusCodes.Status400BadRequest, $"The body must be {example} in UTF-8{position}");
        }
    }

    private static bool HasJsonContent(HttpRequest request) =>
        request.Headers.ContentEncoding.Count is 0
        && MediaTypeHeaderValue.TryParse(request.ContentType, out var type)
        && type.MediaType.Equals("application/json", StringComparison.OrdinalIgnoreCase)
        && (!type.Charset.HasValue
            || HeaderUtilities.RemoveQuotes(type.Charset).Equals("utf-8", StringComparison.OrdinalIgnoreCase));

    private static async ValueTask<T> ReadToEndAsync<T>(
        PipeReader reader, Func<ReadOnlySequence<byte>, T> parse, CancellationToken cancellationToken)
    {
        while (true)
        {
            var read = await ReadPartAsync(reader, cancellationToken);
            try
            {
                if (read.IsCompleted)
                    return parse(read.Buffer);
            }
            finally
            {
                // Invalid bodies are read to the end too, so that the connection can be reused.
                reader.AdvanceTo(read.IsCompleted ? read.Buffer.End : read.Buffer.Start, read.Buffer.End);
            }
        }
    }

    private static async ValueTask<ReadResult> ReadPartAsync(PipeReader reader, CancellationToken cancellationToken)
    {
        try
        {
            return await reader.ReadAsync(cancellationToken);
        }
        catch (Exception exception) when (exception is InvalidOperationException
            or (IOException and not (BadHttpRequestException or ConnectionResetException)))
        {
            // Kestrel reports some invalid chunk sizes and trailers with exceptions of a general type.
            throw new BadHttpRequestException("The chunks or the trailers of the body are invalid.", exception);
        }
    }

    private static T Parse<T>(ReadOnlySequence<byte> body, JsonTypeInfo<T> type)
    {
        var json = body.IsSingleSegment ? body.FirstSpan : body.ToArray();
        // The encoding is checked before parsing, because the JSON parser does not validate the text of members that it
        // skips.
        if (!Utf8.IsValid(json))
            throw new JsonException();
        return JsonSerializer.Deserialize(json, type) ?? throw new JsonException();
    }

    private static (T?, ProblemHttpResult?) CreateRejection<T>(int status, string detail)
        where T : class => (null, TypedResults.Problem(detail, statusCode: status));

    private sealed class BodyLimits
    {
        public int MaxBodyBytes { get; init; } = 65_536;
    }
}
