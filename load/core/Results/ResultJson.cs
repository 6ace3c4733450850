namespace TwoTier.Load.Results;

/// <summary>Serializes and deserializes result files. A file that lacks a required field is rejected.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    NumberHandling = JsonNumberHandling.Strict,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(Result))]
[JsonSerializable(typeof(ResultLine))]
internal sealed partial class ResultJson : JsonSerializerContext;

/// <summary>Writes results. Code for writing alone spares a short run the metadata for reading.</summary>
[JsonSourceGenerationOptions(
    GenerationMode = JsonSourceGenerationMode.Serialization,
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(Result))]
[JsonSerializable(typeof(ResultLine))]
internal sealed partial class ResultWriterJson : JsonSerializerContext;
