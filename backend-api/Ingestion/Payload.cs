using System.ComponentModel;
using System.Text.Json;
using System.Text.Json.Serialization;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace BackendApi.Ingestion;

internal sealed record Payload(
    [property: Description("A JSON document as text. The back-end parses the text.")] string Data);

/// <summary>The parser of payloads ignores unknown members of the JSON object, and is strict otherwise.</summary>
[JsonSourceGenerationOptions(JsonSerializerDefaults.Web, MaxDepth = 32, AllowDuplicateProperties = false,
    RespectNullableAnnotations = true, RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(Payload))]
internal sealed partial class PayloadJsonContext : JsonSerializerContext;

/// <summary>
/// Parses the JSON text in a payload with Json.NET, as Prodan, 2016, did: the payload in that article has single
/// quotes, which Json.NET accepts.
/// </summary>
internal static class EmbeddedJson
{
    private static readonly JsonLoadSettings Settings = new() { CommentHandling = CommentHandling.Ignore };

    /// <exception cref="Newtonsoft.Json.JsonException">The text is not one JSON document, or is too deep.</exception>
    public static JToken Parse(string text)
    {
        using var reader = new JsonTextReader(new StringReader(text));
        (reader.MaxDepth, reader.DateParseHandling) = (32, DateParseHandling.None);
        var document = JToken.ReadFrom(reader, Settings);
        while (reader.Read())
        {
            if (reader.TokenType is not JsonToken.Comment)
            {
                throw new JsonReaderException("There is more text after the first document, "
                    + $"at line {reader.LineNumber}, position {reader.LinePosition}.");
            }
        }

        return document;
    }
}
