namespace TwoTier.Load.Engine;

/// <param name="Model">The name of the load model in the result file: "closed" or "open".</param>
/// <param name="Connections">The number of connections.</param>
internal abstract record LoadProfile(string Model, int Connections)
{
    /// <summary>
    /// The index of the first request of a warm-up. It is far from the indices of measured requests, so that the
    /// warm-up does not put measured data into a cache of the target.
    /// </summary>
    public const long WarmupIndex = 1L << 30;

    // The number of windows is low enough that each has percentiles, and high enough to show drift. It is a multiple of
    // the number of parts.
    private const int WindowCount = 6 * RunParts.Count;
    private static readonly TimeSpan MinWindowsDuration = TimeSpan.FromMinutes(1);

    // In shorter parts than a tenth of this, a part resembles its neighbours.
    private static readonly TimeSpan MinPartsDuration = TimeSpan.FromSeconds(1);

    public abstract string Description { get; }

    public abstract TimeSpan? Duration { get; }

    public abstract LoadProfile CreateWarmup(TimeSpan duration);

    /// <summary>How load is generated, as the result says it.</summary>
    public virtual LoadModel DescribeModel() => new(Model, Connections);

    /// <summary>
    /// Returns the same profile with another duration. Bursts and explicit steps keep their duration.
    /// </summary>
    public abstract LoadProfile WithDuration(TimeSpan duration);

    public virtual Measurement CreateMeasurement(RunContext context) =>
        new(context.Time, context.Requests.Kinds.Count);

    /// <summary>
    /// Creates the intervals by which requests are counted: the steps of the arrival rate, or 60 equal parts of a load
    /// that lasts at least a minute, or ten of one that lasts at least a second; null for others.
    /// </summary>
    public virtual IntervalSeries? CreateIntervals()
    {
        if (Duration is not { } duration || duration < MinPartsDuration)
            return null;
        var hasWindows = duration >= MinWindowsDuration;
        var count = hasWindows ? WindowCount : RunParts.Count;
        return new IntervalSeries(duration / count, new double?[count]) { HasWindows = hasWindows };
    }

    public abstract Task SendAsync(
        RunContext context, Measurement measurement, long firstIndex, CancellationToken stop);
}
