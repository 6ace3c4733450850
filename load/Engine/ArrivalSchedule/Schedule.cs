namespace Load.Engine.ArrivalSchedule;

/// <summary>
/// The arrival schedule of an open loop: when each request is due. It is a closed formula that depends on nothing
/// that happens during the run, which is what avoids coordinated omission.
/// </summary>
internal abstract class Schedule
{
    public abstract TimeSpan Duration { get; }

    /// <summary>The mean arrival rate, in requests per second.</summary>
    public double MeanRate => ExpectedCount / Duration.TotalSeconds;

    /// <summary>The integral of the arrival rate over the duration, before rounding to whole requests.</summary>
    public abstract double ExpectedCount { get; }

    /// <summary>The number of requests that are due before the end, at least 1. The first is due at once.</summary>
    public long Count => Math.Max(1, (long)Math.Ceiling(Math.Round(ExpectedCount, 6)));

    /// <summary>
    /// The mean arrival rate of each step, per second; null unless there are steps of equal length.
    /// </summary>
    public virtual IReadOnlyList<double?>? StepRates => null;

    /// <summary>
    /// Gets the time at which the integral of the arrival rate reaches a value. Request i is due where it is i.
    /// </summary>
    public abstract TimeSpan GetDueTime(double request);

    /// <summary>Returns the same schedule with another duration; steps keep their own.</summary>
    public virtual Schedule WithDuration(TimeSpan duration) => this;

    /// <summary>Gets the times at which the requests are due, from the start, in ascending order.</summary>
    public virtual IEnumerable<TimeSpan> GetDueTimes()
    {
        for (var i = 0L; i < Count; i++)
            yield return GetDueTime(i);
    }
}

/// <summary>A request of an open loop that is due.</summary>
/// <param name="Index">The index of the request.</param>
/// <param name="Due">The timestamp of its intended start.</param>
internal readonly record struct Arrival(long Index, long Due);
