using System.ComponentModel;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace FrontendApi.Ingestion;

/// <summary>A payload to forward to the back-end.</summary>
/// <param name="Data">A JSON document as text, which only the back-end parses.</param>
internal sealed record Payload(
    [property: Description("A JSON document as text, which only the back-end parses.")] string Data)
{
    /// <summary>An example of a valid request body, shown in error messages.</summary>
    public const string Example = """{"data": "<JSON text>"}""";

    /// <summary>
    /// JSON metadata with an encoder that does not escape quotes. The default encoder, which is safe for HTML, would
    /// write six characters for each quote.
    /// </summary>
    private static readonly PayloadJsonContext UnescapedJsonContext = new(
        new JsonSerializerOptions(PayloadJsonContext.Default.Options)
        {
            Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        });

    public byte[] ToUtf8() => JsonSerializer.SerializeToUtf8Bytes(this, UnescapedJsonContext.Payload);
}

/// <summary>
/// The JSON metadata for reading payloads. The parser drops unknown members of the JSON object, and is strict
/// otherwise.
/// </summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    MaxDepth = 32,
    AllowDuplicateProperties = false,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(Payload))]
internal sealed partial class PayloadJsonContext : JsonSerializerContext;
