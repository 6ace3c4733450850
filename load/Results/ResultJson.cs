using System.Text.Json;
using System.Text.Json.Serialization;
using Load.Validity;

namespace Load.Results;

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    NumberHandling = JsonNumberHandling.Strict,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true,
    Converters = [typeof(CheckStateConverter)])]
[JsonSerializable(typeof(Result))]
internal sealed partial class ResultJson : JsonSerializerContext;

internal sealed class CheckStateConverter()
    : JsonStringEnumConverter<CheckState>(JsonNamingPolicy.SnakeCaseLower, allowIntegerValues: false);
