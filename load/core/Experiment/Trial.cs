namespace TwoTier.Load.Experiment;

/// <summary>
/// The measurement of one variant in one round, reduced to the few kilobytes that a result needs of it.
/// </summary>
internal sealed record Trial(
    int VariantIndex, int Round, int Position, double StartSeconds, ResourceUsage Usage, double ToolCores)
{
    private const double NanosecondsPerMs = 1e6;

    public Trial(
        int variantIndex,
        int round,
        int position,
        double startSeconds,
        Measurement measurement,
        ResourceUsage usage,
        double toolCores)
        : this(variantIndex, round, position, startSeconds, usage, toolCores)
    {
        var counters = measurement.Counters;
        (Requests, Replies) = (counters.Requests, counters.Responses);
        (Successes, Errors) = (counters.Successes, counters.Errors);
        Failures = counters.FormatFailures();
        (ElapsedSeconds, BusySeconds) = (measurement.ElapsedSeconds, measurement.BusySeconds);
        Bytes = counters.Bytes;
        P50Ns = counters.Latency.GetReliableQuantile(0.5);
        P99Ns = counters.Latency.GetReliableQuantile(0.99);
        HeatMap = measurement.HeatMap.Encode();
    }

    /// <summary>The number of the start of the targets, from 1.</summary>
    public int Start { get; init; } = 1;

    /// <summary>What this machine did during the trial; null if it could not be read.</summary>
    public MachineCounters? Machine { get; init; }

    public long Requests { get; }
    public long Replies { get; }
    public long Successes { get; }
    public long Errors { get; }

    /// <summary>The kinds of error with their counts: "503 12, timeout 3".</summary>
    public string Failures { get; } = "";

    public long Bytes { get; }
    public double ElapsedSeconds { get; }
    public double BusySeconds { get; }
    public double Goodput => BusySeconds > 0 ? Successes / BusySeconds : 0;

    /// <summary>Null if too few requests took longer.</summary>
    public long? P50Ns { get; }

    /// <summary>Null if too few requests took longer.</summary>
    public long? P99Ns { get; }

    /// <summary>The heat map in the form of <see cref="Metrics.HeatMap.Encode"/>.</summary>
    public string HeatMap { get; } = "";

    /// <summary>What the target used; null if it is not monitored, or if its metrics could not be read.</summary>
    public ProcessMetrics? Target => Usage.Processes.GetValueOrDefault(MonitoredProcess.Target);

    /// <summary>Converts the trial to the form that is judged and stored.</summary>
    public Sample ToSample(string variant) => new()
    {
        Variant = variant,
        Start = Start,
        Round = Round,
        Place = Position,
        AtS = StartSeconds,
        Requests = Requests,
        Good = Successes,
        BusyS = BusySeconds,
        P50Ms = P50Ns / NanosecondsPerMs,
        P99Ms = P99Ns / NanosecondsPerMs,
        CpuS = Target?.CpuSeconds,
        AllocatedBytes = Target?.AllocatedBytes,
        BodyBytes = Bytes,
        Disturbed = Machine?.DisturbedShare,
    };
}
