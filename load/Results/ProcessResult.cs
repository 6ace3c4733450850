namespace Load.Results;

/// <summary>
/// What a monitored process used under load. A value is null if the process does not expose the metric, or if the file
/// predates the field.
/// </summary>
/// <param name="CpuMs">Milliseconds of CPU time per request.</param>
/// <param name="JitMs">Milliseconds of JIT compilation per request, which are part of the CPU time.</param>
/// <param name="AllocKb">Kilobytes (1,000 bytes) allocated on the managed heap per request.</param>
/// <param name="GcPauseMsPerS">Milliseconds of garbage collection pauses per second of measured time.</param>
/// <param name="PoolThreads">The most threads in the thread pool at the end of a trial.</param>
/// <param name="PoolQueue">The longest thread pool queue at the end of a trial.</param>
/// <param name="ConnectionsOpened">The number of outbound connections that were opened in all trials.</param>
internal sealed record ProcessResult(
    double? CpuMs,
    double? JitMs,
    double? AllocKb,
    double? GcPauseMsPerS,
    double? PoolThreads,
    double? PoolQueue,
    double? ConnectionsOpened)
{
    /// <summary>Outbound connections that were opened per second of measured time.</summary>
    public double? ConnectionsPerS { get; init; }

    /// <summary>
    /// The most TCP connections in TIME_WAIT at the end of a trial, in the network namespace of the process. Each of
    /// them keeps a port.
    /// </summary>
    public double? TimeWait { get; init; }

    /// <summary>
    /// The most resident memory at the end of a trial, mapped files included, in megabytes of 1,000,000 bytes.
    /// </summary>
    public double? WorkingSetMb { get; init; }

    /// <summary>
    /// The most resident anonymous memory at the end of a trial, in megabytes. It is not shared between processes, so
    /// it is the figure by which to compare runtimes.
    /// </summary>
    public double? AnonymousMb { get; init; }

    /// <summary>Resident memory in megabytes after the cool-down (<c>--settle</c>). Null without a cool-down.</summary>
    public double? WorkingSetAfterMb { get; init; }

    /// <summary>Resident anonymous memory in megabytes after the cool-down. Null without a cool-down.</summary>
    public double? AnonymousAfterMb { get; init; }
}
