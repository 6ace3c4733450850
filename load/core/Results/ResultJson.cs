using System.Text.Json.Serialization;

namespace TwoTier.Load.Results;

/// <summary>Serializes and deserializes result files. A file that lacks a required field is rejected.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    NumberHandling = JsonNumberHandling.Strict,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(Result))]
internal sealed partial class ResultJson : JsonSerializerContext;

/// <summary>
/// Writes the results of measurements as JSON. The code is generated for writing alone, so that a short run does not
/// pay for the metadata that reading needs.
/// </summary>
[JsonSourceGenerationOptions(
    GenerationMode = JsonSourceGenerationMode.Serialization,
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(Result))]
internal sealed partial class ResultWriterJson : JsonSerializerContext;
