using System.Text.Json.Serialization;

namespace TwoTier.Load.Cli.Live;

/// <summary>An event that the server of the load tool sends to the live pages.</summary>
internal sealed record LiveEvent(long Id, string Type, string Json)
{
    /// <summary>The type of the event that describes the run. It is the first event of each connection.</summary>
    public const string HeaderType = "hello";

    /// <summary>The type of the event for the start of a phase, a trial or a warm-up.</summary>
    public const string PhaseType = "phase";

    /// <summary>The type of the event for the current state of the load.</summary>
    public const string LoadStateType = "tick";

    /// <summary>The type of the event for the end of a trial, or of a phase or a burst of a run.</summary>
    public const string TrialType = "slice";

    /// <summary>The type of the event for the interim results of the variants.</summary>
    public const string InterimResultsType = "standing";

    /// <summary>The type of the event for the validity checks of the result so far.</summary>
    public const string ValidityType = "validity";

    /// <summary>The type of the event for a note that a user added.</summary>
    public const string AnnotationType = "mark";

    /// <summary>The type of the event for a service that the stage kills or starts.</summary>
    public const string ServiceType = "service";

    /// <summary>The type of the event for the end of the measurement.</summary>
    public const string EndType = "end";

    /// <summary>The type of the event that only shows that the connection is still open.</summary>
    public const string KeepAliveType = "alive";

    /// <summary>Formats the live event as a server-sent event with its id.</summary>
    public string ToServerSentEvent() => $"id: {Id}\n{Format(Type, Json)}";

    /// <summary>
    /// Formats a server-sent event without an id. A page that reconnects sends the id of the last event that had an id.
    /// </summary>
    public static string Format(string type, string json) => $"event: {type}\ndata: {json}\n\n";
}

/// <summary>Serializes the data of live events to JSON.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    Converters = [typeof(CheckStateConverter)])]
[JsonSerializable(typeof(RunHeader))]
[JsonSerializable(typeof(PhaseStartedEvent))]
[JsonSerializable(typeof(LoadStateEvent))]
[JsonSerializable(typeof(TrialEndedEvent))]
[JsonSerializable(typeof(InterimResultsEvent))]
[JsonSerializable(typeof(RunValidity))]
[JsonSerializable(typeof(AnnotationEvent))]
[JsonSerializable(typeof(ServiceStateEvent))]
[JsonSerializable(typeof(MeasurementEndedEvent))]
internal sealed partial class LiveJson : JsonSerializerContext;
