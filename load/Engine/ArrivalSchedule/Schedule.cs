namespace Load.Engine.ArrivalSchedule;

/// <summary>
/// When each request of an open workload is due, in closed form: it depends on nothing that happens while it runs.
/// </summary>
internal abstract class Schedule
{
    public abstract TimeSpan Duration { get; }

    /// <summary>Requests per second, on average.</summary>
    public double MeanRate => ExpectedCount / Duration.TotalSeconds;

    /// <summary>The rate's integral over the whole duration.</summary>
    public abstract double ExpectedCount { get; }

    /// <summary>How many requests are due before the end. The first one is due at once.</summary>
    public long Count => Math.Max(1, (long)Math.Ceiling(Math.Round(ExpectedCount, 6)));

    /// <summary>Requests per second of each part, where it has several of equal length with a rate each; else null.</summary>
    public virtual IReadOnlyList<double?>? StepRates => null;

    /// <summary>The moment at which the rate's integral reaches this value: request i is due where it is i.</summary>
    public abstract TimeSpan GetDueTime(double request);

    /// <summary>The same for another length, where it has one; else the same.</summary>
    public virtual Schedule WithDuration(TimeSpan length) => this;

    /// <summary>Since the start, in ascending order.</summary>
    public virtual IEnumerable<TimeSpan> GetDueTimes()
    {
        for (var i = 0L; i < Count; i++)
            yield return GetDueTime(i);
    }
}
