namespace TwoTier.Show;

/// <summary>An event of a run, as the load tool sends it: a type, and data in JSON.</summary>
internal sealed record RunEvent(long Id, string Type, string Json)
{
    /// <summary>The type of the event that describes the run. It is the first event that a page receives.</summary>
    public const string HeaderType = "hello";

    /// <summary>The type of the event for the current state of the load, four times a second.</summary>
    public const string LoadStateType = "tick";

    /// <summary>The type of the event for the end of a trial, or of a phase or a burst of a run.</summary>
    public const string TrialType = "slice";

    /// <summary>The type of the event for a service that a page kills or starts.</summary>
    public const string ServiceType = "service";

    /// <summary>The type of the event for the end of the measurement.</summary>
    public const string EndType = "end";

    /// <summary>The type of the event that only shows that the sender is still there.</summary>
    public const string KeepAliveType = "alive";
}
