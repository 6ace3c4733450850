using System.Text.Json.Serialization;
using Load.Results;
using Load.Validity;

namespace Load.Live;

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    Converters = [typeof(CheckStateConverter)])]
[JsonSerializable(typeof(RunHeader))]
[JsonSerializable(typeof(PhaseEvent))]
[JsonSerializable(typeof(TickEvent))]
[JsonSerializable(typeof(TrialEvent))]
[JsonSerializable(typeof(StandingEvent))]
[JsonSerializable(typeof(RunValidity))]
[JsonSerializable(typeof(MarkEvent))]
[JsonSerializable(typeof(EndEvent))]
internal sealed partial class LiveJson : JsonSerializerContext;
