using System.Text.Json;
using System.Text.Json.Serialization;

namespace TwoTier.Load.Results;

/// <summary>Serializes and deserializes result files. A file that lacks a required field is rejected.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    NumberHandling = JsonNumberHandling.Strict,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true,
    Converters = [typeof(CheckStateConverter)])]
[JsonSerializable(typeof(Result))]
internal sealed partial class ResultJson : JsonSerializerContext;

/// <summary>Writes the state of a validity check as a lower-case word.</summary>
internal sealed class CheckStateConverter()
    : JsonStringEnumConverter<CheckState>(JsonNamingPolicy.SnakeCaseLower, allowIntegerValues: false);
