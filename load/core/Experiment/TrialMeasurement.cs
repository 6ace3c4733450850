namespace TwoTier.Load.Experiment;

/// <summary>
/// The measurement of one trial, reduced to the values that a result contains for each trial. It takes a few kilobytes,
/// while a <see cref="Measurement"/> takes hundreds, so that a comparison can have any number of rounds.
/// </summary>
internal sealed record TrialMeasurement
{
    public TrialMeasurement(Measurement measurement)
    {
        var counters = measurement.Counters;
        (Requests, Replies) = (counters.Requests, counters.Responses);
        (Successes, Errors) = (counters.Successes, counters.Errors);
        Failures = counters.FormatFailures();
        (ElapsedSeconds, BusySeconds) = (measurement.ElapsedSeconds, measurement.BusySeconds);
        Goodput = measurement.Goodput;
        P50Ns = counters.Latency.GetReliableQuantile(0.5);
        P99Ns = counters.Latency.GetReliableQuantile(0.99);
        RepliesByColumn = [.. measurement.HeatMap.GetColumns().Select(column => column.Sum())];
        HeatMap = measurement.HeatMap.Encode();
    }

    /// <summary>The number of requests that ended, with a complete response or with a transport error.</summary>
    public long Requests { get; }

    /// <summary>The number of complete responses.</summary>
    public long Replies { get; }

    /// <summary>The number of responses that met every expectation.</summary>
    public long Successes { get; }

    /// <summary>The number of unsuccessful requests.</summary>
    public long Errors { get; }

    /// <summary>The number of errors of each kind, such as "503 12, timeout 3".</summary>
    public string Failures { get; }

    /// <summary>The seconds from the start of the measurement until the last worker ended.</summary>
    public double ElapsedSeconds { get; }

    /// <summary>The mean time for which a worker was busy, in seconds.</summary>
    public double BusySeconds { get; }

    /// <summary>The successful responses per second of <see cref="BusySeconds"/>; null if no time has passed.</summary>
    public double? Goodput { get; }

    /// <summary>The median latency in nanoseconds; null if too few requests took longer than the median.</summary>
    public long? P50Ns { get; }

    /// <summary>
    /// The 99th percentile of the latency in nanoseconds; null if too few requests took longer than that percentile.
    /// </summary>
    public long? P99Ns { get; }

    /// <summary>The number of responses in each column of the heat map.</summary>
    public IReadOnlyList<long> RepliesByColumn { get; }

    /// <summary>The heat map in the form of <see cref="Metrics.HeatMap.Encode"/>.</summary>
    public string HeatMap { get; }
}
