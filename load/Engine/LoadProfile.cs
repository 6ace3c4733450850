using Load.Metrics;

namespace Load.Engine;

/// <summary>When requests are sent: one of the workload models with its figures.</summary>
internal abstract record LoadProfile(int Connections)
{
    // Four columns a second: a soak's would be a file of its own.
    private static readonly TimeSpan LongestHeat = TimeSpan.FromMinutes(10);

    // Of a long run, so many parts that each has a percentile and a line through all of them a course.
    private const int Parts = 60;
    private static readonly TimeSpan ShortestDrift = TimeSpan.FromMinutes(1);

    /// <summary>As the result file names it.</summary>
    public abstract string Model { get; }

    /// <summary>As it reads after the connections: "closed loop".</summary>
    public abstract string Description { get; }

    /// <summary>Null where it ends with a number of requests.</summary>
    public abstract TimeSpan? Duration { get; }

    /// <summary>What is sent before, and not counted.</summary>
    public abstract LoadProfile CreateWarmup(TimeSpan length);

    /// <summary>The same for another length, as far as it has one.</summary>
    public abstract LoadProfile WithDuration(TimeSpan length);

    public virtual Measurement CreateMeasurement(RunContext context) =>
        new(context.Time, Duration <= LongestHeat ? Duration : null, context.Requests.Kinds.Count);

    /// <summary>Its steps, or parts of a minute and more; null where it has neither.</summary>
    public virtual IntervalSeries? CreateIntervals() => Duration >= ShortestDrift
        ? new IntervalSeries(Duration.Value / Parts, new double?[Parts])
        : null;

    /// <summary>Ends early, after the requests under way, when asked to stop.</summary>
    public abstract Task SendAsync(RunContext context, Measurement measurement, long firstIndex, CancellationToken stop);
}
