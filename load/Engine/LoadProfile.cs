using Load.Metrics;

namespace Load.Engine;

/// <summary>When requests are sent: a closed loop, an open loop, or bursts.</summary>
/// <param name="Connections">The number of connections.</param>
internal abstract record LoadProfile(int Connections)
{
    // A heat map has four columns per second; that of a long run would not fit into the result file.
    private static readonly TimeSpan MaxHeatMapDuration = TimeSpan.FromMinutes(10);

    // Few enough that each interval has percentiles, and enough to show drift.
    private const int IntervalCount = 60;
    private static readonly TimeSpan MinIntervalsDuration = TimeSpan.FromMinutes(1);

    /// <summary>The name of the load model in the result file: "closed" or "open".</summary>
    public abstract string Model { get; }

    /// <summary>A short description, such as "open loop, 500/s".</summary>
    public abstract string Description { get; }

    /// <summary>The planned duration; null if the number of requests decides.</summary>
    public abstract TimeSpan? Duration { get; }

    /// <summary>Creates the profile of a warm-up for this profile.</summary>
    public abstract LoadProfile CreateWarmup(TimeSpan duration);

    /// <summary>Returns the same profile with another duration; bursts and explicit steps keep their own.</summary>
    public abstract LoadProfile WithDuration(TimeSpan duration);

    /// <summary>Creates the measurement that the profile records into, which starts now.</summary>
    public virtual Measurement CreateMeasurement(RunContext context) =>
        new(context.Time, Duration <= MaxHeatMapDuration ? Duration : null, context.Requests.Kinds.Count);

    /// <summary>
    /// Creates the intervals to count by: the steps of the arrival rate, or 60 equal parts of a load that lasts a
    /// minute or longer.
    /// </summary>
    /// <returns>The intervals; null if there is nothing to divide.</returns>
    public virtual IntervalSeries? CreateIntervals() => Duration >= MinIntervalsDuration
        ? new IntervalSeries(Duration.Value / IntervalCount, new double?[IntervalCount])
        : null;

    /// <summary>Sends the requests, and returns after the last response.</summary>
    /// <param name="context">What sends the requests.</param>
    /// <param name="measurement">The measurement to record into.</param>
    /// <param name="firstIndex">The index of the first request.</param>
    /// <param name="stop">Ends the load early; requests that were sent are finished.</param>
    public abstract Task SendAsync(
        RunContext context, Measurement measurement, long firstIndex, CancellationToken stop);
}
