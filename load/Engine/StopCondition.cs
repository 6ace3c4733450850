namespace Load.Engine;

/// <summary>When a stretch of load ends: after this many requests, or when this much time is over.</summary>
internal readonly record struct StopCondition(long? Requests, TimeSpan? Duration)
{
    public static StopCondition After(long requests) => new(requests, null);

    public static StopCondition After(TimeSpan duration) => new(null, duration);
}
