namespace Load.Live;

/// <summary>Something that the pages are told.</summary>
/// <param name="Id">Counts up.</param>
/// <param name="Type">One of the constants.</param>
/// <param name="Json">In one line.</param>
internal sealed record LiveEvent(long Id, string Type, string Json)
{
    public const string Header = "hello";
    public const string Phase = "phase";
    public const string Tick = "tick";
    public const string Trial = "slice";
    public const string Standing = "standing";
    public const string Validity = "validity";
    public const string Mark = "mark";
    public const string End = "end";
    public const string KeepAlive = "alive";

    /// <summary>As server-sent events have it.</summary>
    public string ToServerSentEvent => $"id: {Id}\n{Format(Type, Json)}";

    /// <summary>Without an id: a page that breaks off after it still has that of the last event it saw.</summary>
    public static string Format(string type, string json) => $"event: {type}\ndata: {json}\n\n";
}
