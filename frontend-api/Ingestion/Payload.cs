using System.ComponentModel;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace FrontendApi.Ingestion;

/// <summary>A payload to forward to the back-end.</summary>
internal sealed record Payload(
    [property: Description("A JSON document as text, which only the back-end parses.")] string Data)
{
    /// <summary>An example of a valid request body, shown in error messages.</summary>
    public const string Example = """{"data": "<JSON text>"}""";
}

// The parser ignores unknown members of the JSON object, and is strict otherwise.
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    MaxDepth = 32,
    AllowDuplicateProperties = false,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(Payload))]
internal sealed partial class PayloadJsonContext : JsonSerializerContext;
