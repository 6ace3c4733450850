using System.Text.Json.Serialization;
using Load.Results;
using Load.Validity;

namespace Load.Live;

/// <summary>An event for the live pages.</summary>
/// <param name="Id">The id, which increases from event to event.</param>
/// <param name="Type">The type, one of the constants.</param>
/// <param name="Json">The data as one line of JSON.</param>
internal sealed record LiveEvent(long Id, string Type, string Json)
{
    /// <summary>The description of the run, which is the first event of a connection.</summary>
    public const string Header = "hello";

    /// <summary>The start of a phase, a trial or a warm-up.</summary>
    public const string Phase = "phase";

    /// <summary>The state of the load that is being sent.</summary>
    public const string Tick = "tick";

    /// <summary>The end of a trial, or of a phase or a burst of a run.</summary>
    public const string Trial = "slice";

    /// <summary>The interim results of the variants.</summary>
    public const string Standing = "standing";

    /// <summary>The checks of the result so far.</summary>
    public const string Validity = "validity";

    /// <summary>A note of a user.</summary>
    public const string Mark = "mark";

    /// <summary>The end of the measurement.</summary>
    public const string End = "end";

    /// <summary>Shows that the connection is still open.</summary>
    public const string KeepAlive = "alive";

    /// <summary>Formats the event as a server-sent event.</summary>
    public string ToServerSentEvent() => $"id: {Id}\n{Format(Type, Json)}";

    /// <summary>
    /// Formats a server-sent event without an id, so that a page that reconnects still sends the id of the event
    /// before.
    /// </summary>
    public static string Format(string type, string json) => $"event: {type}\ndata: {json}\n\n";
}

/// <summary>Serializes the data of live events.</summary>
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
