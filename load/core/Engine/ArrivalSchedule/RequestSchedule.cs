namespace TwoTier.Load.Engine.ArrivalSchedule;

/// <summary>
/// The arrival schedule of an open loop: when each request is due. The schedule is a closed formula that depends on
/// nothing that happens during the run, which avoids coordinated omission.
/// </summary>
internal abstract class RequestSchedule
{
    public abstract TimeSpan Duration { get; }

    /// <summary>The mean arrival rate of the schedule, in requests per second.</summary>
    public double MeanRate => ExpectedCount / Duration.TotalSeconds;

    /// <summary>
    /// The integral of the arrival rate over the duration: the number of requests before rounding to an integer.
    /// </summary>
    public abstract double ExpectedCount { get; }

    /// <summary>
    /// The number of requests that are due before the end of the schedule, at least 1. The first request is due at
    /// once.
    /// </summary>
    public long Count => Math.Max(1, (long)Math.Ceiling(Math.Round(ExpectedCount, 6)));

    /// <summary>
    /// The mean arrival rate of each step, in requests per second. Null unless the schedule consists of steps of equal
    /// length.
    /// </summary>
    public virtual IReadOnlyList<double?>? StepRates => null;

    /// <summary>
    /// Gets the time, from the start of the schedule, at which the integral of the arrival rate reaches a value. The
    /// request with index i is due when the integral reaches i.
    /// </summary>
    public abstract TimeSpan GetDueTime(double request);

    /// <summary>
    /// Returns the same schedule with another duration, rounded to a whole number of requests. A schedule of steps
    /// keeps the duration of the steps.
    /// </summary>
    public virtual RequestSchedule WithDuration(TimeSpan duration) => this;

    /// <summary>
    /// Returns the schedule for a round of a comparison. Random times differ between rounds, but all variants of a
    /// round get the same.
    /// </summary>
    public virtual RequestSchedule ForRound(int round) => this;

    /// <summary>
    /// Gets the times, from the start of the schedule, at which the requests are due, in ascending order.
    /// </summary>
    public virtual IEnumerable<TimeSpan> GetDueTimes()
    {
        for (var i = 0L; i < Count; i++)
            yield return GetDueTime(i);
    }
}

/// <summary>A request of an open loop that is due.</summary>
internal readonly record struct Arrival(long Index, long Due);
