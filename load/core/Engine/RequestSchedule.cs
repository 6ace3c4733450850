namespace TwoTier.Load.Engine;

/// <summary>
/// The arrival schedule of an open loop: when each request is due. It has one rate, or steps of equal length with a rate
/// each, in requests per second. It depends on nothing that happens during the run, which avoids coordinated omission.
/// </summary>
internal class RequestSchedule(IReadOnlyList<double> rates, TimeSpan stepLength)
{
    public TimeSpan Duration => rates.Count * stepLength;

    public double MeanRate => rates.Average();

    /// <summary>
    /// The number of requests that are due before the end of the schedule, at least 1. The first is due at once.
    /// </summary>
    public long Count => Math.Max(1, (long)Math.Ceiling(Math.Round(MeanRate * Duration.TotalSeconds, 6)));

    /// <summary>The rate of each step; null for a single rate.</summary>
    public IReadOnlyList<double?>? StepRates => rates.Count > 1 ? [.. rates.Select(rate => (double?)rate)] : null;

    /// <summary>
    /// Returns the same schedule with another duration, rounded to a whole number of requests. A schedule of steps
    /// keeps the duration of the steps.
    /// </summary>
    public RequestSchedule WithDuration(TimeSpan duration)
    {
        if (rates.Count > 1)
            return this;

        // A turn of 50 ms has room for seven and a half requests at 150/s. Eight of them would be 160/s, so the turn
        // lasts for a whole number of requests instead.
        var count = Math.Max(1, Math.Round(MeanRate * duration.TotalSeconds));
        return new RequestSchedule(rates, TimeSpan.FromTicks((long)(TimeSpan.TicksPerSecond * count / MeanRate)));
    }

    /// <summary>Gets the times, from the start of the schedule, at which the requests are due, in order.</summary>
    public virtual IEnumerable<TimeSpan> GetDueTimes()
    {
        for (var i = 0L; i < Count; i++)
            yield return GetDueTime(i);
    }

    private TimeSpan GetDueTime(double request)
    {
        var step = 0;
        for (; step < rates.Count - 1 && request >= rates[step] * stepLength.TotalSeconds; step++)
            request -= rates[step] * stepLength.TotalSeconds;
        return step * stepLength + TimeSpan.FromSeconds(request / rates[step]);
    }
}

internal readonly record struct Arrival(long Index, long Due);
