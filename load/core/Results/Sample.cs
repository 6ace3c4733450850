namespace TwoTier.Load.Results;

/// <summary>
/// What a variant did in one turn of a comparison, as it was measured and without rounding. All figures of a comparison
/// follow from its samples, and results of the same comparison are merged by putting their samples together.
/// </summary>
public sealed record Sample
{
    /// <summary>The name of the variant. The baseline may have two samples in a round.</summary>
    public required string Variant { get; init; }

    /// <summary>The number of the start of the measured processes, from 1.</summary>
    public required int Start { get; init; }

    /// <summary>The number of the round in its start, from 1.</summary>
    public required int Round { get; init; }

    /// <summary>The place of the turn in the shuffled order of the round, from 1.</summary>
    public required int Place { get; init; }

    /// <summary>Seconds from <see cref="Result.Started"/> to the start of the turn.</summary>
    public required double AtS { get; init; }

    /// <summary>The number of requests that ended, with or without success.</summary>
    public required long Requests { get; init; }

    /// <summary>The number of requests with a successful response.</summary>
    public required long Good { get; init; }

    /// <summary>
    /// The mean time for which a connection was busy, in seconds: from the start of the turn until its last response
    /// or, in an open loop, at least until the last request was due.
    /// </summary>
    public required double BusyS { get; init; }

    /// <summary>The median latency in milliseconds; null if too few requests took longer.</summary>
    public double? P50Ms { get; init; }

    /// <summary>The 99th percentile of the latency in milliseconds; null if too few requests took longer.</summary>
    public double? P99Ms { get; init; }

    /// <summary>Seconds of CPU time that the target used during the turn; null if it is not known.</summary>
    public double? CpuS { get; init; }

    /// <summary>Bytes that the target allocated on the managed heap during the turn; null if not known.</summary>
    public double? AllocatedBytes { get; init; }

    /// <summary>The total size of the received bodies in bytes.</summary>
    public long BodyBytes { get; init; }

    /// <summary>
    /// The share of the machine's CPU time, from 0 to 1, that other processes used or the hypervisor withheld during
    /// the turn; null if it is not known.
    /// </summary>
    public double? Disturbed { get; init; }
}

/// <summary>What is known of a variant in one start of the processes as a whole, and not turn by turn.</summary>
/// <param name="Variant">The name of the variant.</param>
/// <param name="Start">The number of the start, from 1.</param>
public sealed record VariantStart(string Variant, int Start)
{
    /// <summary>The latencies of all its requests; null if there was no response.</summary>
    [JsonInclude]
    internal HistogramResult? Latency { get; init; }

    /// <summary>
    /// Seconds of CPU time from the first turn of the start to its last, if the variant has a process of its own; null
    /// otherwise.
    /// </summary>
    public double? CpuS { get; init; }

    /// <summary>Bytes allocated in the same time; null if they are known turn by turn, or not at all.</summary>
    public double? AllocatedBytes { get; init; }
}
