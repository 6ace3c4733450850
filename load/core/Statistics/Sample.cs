namespace TwoTier.Load.Statistics;

/// <summary>
/// What a variant did in all its turns of one start or, where there is only one start, of one of ten batches of its
/// rounds: sums, without rounding. All ratios of a comparison follow from its samples.
/// </summary>
public sealed record Sample
{
    /// <summary>The name of the variant.</summary>
    public required string Variant { get; init; }

    /// <summary>The number of the start of the measured processes, from 1.</summary>
    public required int Start { get; init; }

    /// <summary>The number of the batch of rounds in the only start, from 1; 1 in a sample of a whole start.</summary>
    public required int Batch { get; init; }

    /// <summary>The number of turns.</summary>
    public required int Turns { get; init; }

    /// <summary>The number of requests that ended, with or without success.</summary>
    public required long Requests { get; init; }

    /// <summary>The number of requests with a successful response.</summary>
    public required long Good { get; init; }

    /// <summary>
    /// The sum over the turns of the mean time for which a connection was busy, in seconds: from the start of a turn
    /// until its last response or, in an open loop, at least until the last request was due.
    /// </summary>
    public required double BusyS { get; init; }

    /// <summary>The median latency in milliseconds; null for a batch, or if too few requests took longer.</summary>
    public double? P50Ms { get; init; }

    /// <summary>The 99th percentile of the latency in milliseconds, as above.</summary>
    public double? P99Ms { get; init; }

    /// <summary>
    /// Seconds of CPU time that the target used for these requests: in the turns, and between them if the variant has a
    /// target of its own. Where no clock tells it, the CPU time of a request is that of the whole start or, of variants
    /// that share a target, of blocks at its end. Null if it is not known.
    /// </summary>
    public double? CpuS { get; init; }

    /// <summary>The part of the CPU time that was used between the turns, in seconds; null if it is not known.</summary>
    public double? CpuOutsideS { get; init; }

    /// <summary>
    /// Milliseconds until the target listened, in a start by <c>load ab</c>; null if that is not known. Both sides start
    /// at the same time.
    /// </summary>
    public double? ReadyMs { get; init; }

    /// <summary>Resident memory of the target after the load, in megabytes; null if it is not known.</summary>
    public double? WorkingSetMb { get; init; }

    /// <summary>Bytes that the target allocated for these requests, as where no clock tells the CPU time.</summary>
    public double? AllocatedBytes { get; init; }
}
