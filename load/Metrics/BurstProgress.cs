namespace Load.Metrics;

/// <summary>How far a request of a burst is.</summary>
internal enum RequestState : byte
{
    Waiting,
    Sent,
    Succeeded,
    Failed,
}

/// <summary>How far the requests of one kind in a burst are.</summary>
/// <param name="Name">The name of the kind of request.</param>
/// <param name="States">
/// A letter for each request, in the order of their release: w if it waits to be sent, s if it was sent, a if it was
/// answered as expected, f if it failed.
/// </param>
/// <param name="Seconds">
/// Seconds from the release of the burst until now, or until the last request ended if all have ended.
/// </param>
internal sealed record BurstProgress(string Name, string States, double Seconds)
{
    /// <summary>Gets the letter of a state in <see cref="States"/>.</summary>
    public static char GetLetter(RequestState state) => "wsaf"[(int)state];
}
