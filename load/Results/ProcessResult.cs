namespace Load.Results;

/// <param name="CpuMs">A request.</param>
/// <param name="JitMs">A request, of the former: time spent compiling.</param>
/// <param name="AllocKb">A request, 1,000 bytes.</param>
/// <param name="GcPauseMsPerS">Of the measured time.</param>
/// <param name="PoolThreads">Highest level at the end of a slice.</param>
/// <param name="PoolQueue">Highest level at the end of a slice.</param>
/// <param name="ConnectionsOpened">Outbound, in all slices.</param>
internal sealed record ProcessResult(
    double? CpuMs,
    double? JitMs,
    double? AllocKb,
    double? GcPauseMsPerS,
    double? PoolThreads,
    double? PoolQueue,
    double? ConnectionsOpened)
{
    /// <summary>Outbound connections opened in a second of the measured time. Null in an older file, as are all that follow.</summary>
    public double? ConnectionsPerS { get; init; }

    /// <summary>Highest at the end of a slice, of closed connections that keep their port in the tier's network namespace.</summary>
    public double? TimeWait { get; init; }

    /// <summary>Memory, 1,000,000 bytes, mapped files included: highest at the end of a slice.</summary>
    public double? WorkingSetMb { get; init; }

    /// <summary>Of it, what is no mapped file: what processes do not share, and to compare runtimes by.</summary>
    public double? AnonymousMb { get; init; }

    /// <summary>Some time after the load (settle); null where nobody waited, as is the next.</summary>
    public double? WorkingSetAfterMb { get; init; }

    public double? AnonymousAfterMb { get; init; }
}
