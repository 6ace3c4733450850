namespace TwoTier.Load.Engine;

/// <summary>
/// The arrival schedule of an open loop: when each request is due. The schedule is a closed formula that depends on
/// nothing that happens during the run, which avoids coordinated omission.
/// </summary>
internal abstract class RequestSchedule
{
    public abstract TimeSpan Duration { get; }

    /// <summary>In requests per second.</summary>
    public double MeanRate => ExpectedCount / Duration.TotalSeconds;

    /// <summary>
    /// The integral of the arrival rate over the duration: the number of requests before rounding to an integer.
    /// </summary>
    public abstract double ExpectedCount { get; }

    /// <summary>
    /// The number of requests that are due before the end of the schedule, at least 1. The first is due at once.
    /// </summary>
    public long Count => Math.Max(1, (long)Math.Ceiling(Math.Round(ExpectedCount, 6)));

    /// <summary>The mean rate of each step; null unless the schedule consists of steps of equal length.</summary>
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

    /// <summary>Gets the times, from the start of the schedule, at which the requests are due, in order.</summary>
    public virtual IEnumerable<TimeSpan> GetDueTimes()
    {
        for (var i = 0L; i < Count; i++)
            yield return GetDueTime(i);
    }
}

internal readonly record struct Arrival(long Index, long Due);

internal sealed class RampSchedule(double from, double to, TimeSpan duration) : RequestSchedule
{
    private readonly double _slope = (to - from) / duration.TotalSeconds;

    public override TimeSpan Duration => duration;

    public override double ExpectedCount => (from + to) / 2 * duration.TotalSeconds;

    // A turn of 50 ms has room for seven and a half requests at 150/s. Eight of them would be 160/s, so the turn
    // lasts for a whole number of requests instead.
    public override RequestSchedule WithDuration(TimeSpan duration)
    {
        var count = Math.Max(1, Math.Round(MeanRate * duration.TotalSeconds));
        return new RampSchedule(from, to, TimeSpan.FromTicks((long)(TimeSpan.TicksPerSecond * count / MeanRate)));
    }

    // Gets the due time t of a request from the equation from·t + slope·t²/2 = request. The form of the solution stays
    // exact when the slope is close to zero.
    public override TimeSpan GetDueTime(double request) => request <= 0
        ? TimeSpan.Zero
        : TimeSpan.FromSeconds(2 * request / (from + Math.Sqrt(Math.Max(0, from * from + 2 * _slope * request))));
}

internal sealed class StepSchedule(IReadOnlyList<RequestSchedule> steps) : RequestSchedule
{
    public override TimeSpan Duration => TimeSpan.FromTicks(steps.Sum(step => step.Duration.Ticks));

    public override double ExpectedCount => steps.Sum(step => step.ExpectedCount);

    public override IReadOnlyList<double?>? StepRates => [.. steps.Select(step => (double?)step.MeanRate)];

    public override TimeSpan GetDueTime(double request)
    {
        var start = TimeSpan.Zero;
        foreach (var step in steps.SkipLast(1))
        {
            if (request < step.ExpectedCount)
                return start + step.GetDueTime(request);
            request -= step.ExpectedCount;
            start += step.Duration;
        }

        return start + steps[^1].GetDueTime(request);
    }
}
