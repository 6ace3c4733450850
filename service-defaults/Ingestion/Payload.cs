using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace ServiceDefaults.Ingestion;

/// <summary>What is ingested, from whoever sends it to the back-end.</summary>
/// <param name="Data">JSON in its turn, which the back-end parses.</param>
public sealed record Payload(string Data)
{
    /// <summary>Without the default's escapes for a document within HTML: the quotes in the data would grow sixfold.</summary>
    private static readonly PayloadJson Plain =
        new(new JsonSerializerOptions(PayloadJson.Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });

    public byte[] ToUtf8() => JsonSerializer.SerializeToUtf8Bytes(this, Plain.Payload);
}

/// <summary>Strict, but for members that it does not know.</summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    MaxDepth = 32,
    AllowDuplicateProperties = false,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(Payload))]
internal sealed partial class PayloadJson : JsonSerializerContext;
