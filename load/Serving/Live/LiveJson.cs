using System.Text.Json.Serialization;
using Load.Reporting.Model;

namespace Load.Serving.Live;

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    Converters = [typeof(CheckStateConverter)])]
[JsonSerializable(typeof(Hello))]
[JsonSerializable(typeof(PhaseEvent))]
[JsonSerializable(typeof(TickEvent))]
[JsonSerializable(typeof(SliceEvent))]
[JsonSerializable(typeof(StandingEvent))]
[JsonSerializable(typeof(Validity))]
[JsonSerializable(typeof(MarkEvent))]
[JsonSerializable(typeof(EndEvent))]
internal sealed partial class LiveJson : JsonSerializerContext;
