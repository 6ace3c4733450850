namespace Load.Pacing;

/// <summary>When a stretch of load ends: after this many requests, or when this much time is over.</summary>
internal readonly record struct Budget(long? Requests, TimeSpan? Duration)
{
    public static Budget Of(long requests) => new(requests, null);

    public static Budget Of(TimeSpan duration) => new(null, duration);
}
