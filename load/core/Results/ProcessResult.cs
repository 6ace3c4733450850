namespace TwoTier.Load.Results;

/// <summary>
/// The resources that a monitored process used under load. A value is null if the process does not expose the metric.
/// </summary>
/// <param name="CpuMs">Milliseconds of CPU time per response.</param>
/// <param name="JitMs">Milliseconds of JIT compilation per response. They are part of the CPU time.</param>
/// <param name="AllocKb">Kilobytes (1,000 bytes) allocated on the managed heap per response.</param>
/// <param name="GcPauseMsPerS">Milliseconds of garbage collection pauses per second of measured time.</param>
/// <param name="PoolThreads">
/// The highest number of threads in the thread pool, of the readings at the end of each trial.
/// </param>
/// <param name="PoolQueue">The longest thread pool queue, of the readings at the end of each trial.</param>
/// <param name="ConnectionsOpened">The number of outbound connections that the process opened in all trials.</param>
public sealed record ProcessResult(
    double? CpuMs,
    double? JitMs,
    double? AllocKb,
    double? GcPauseMsPerS,
    double? PoolThreads,
    double? PoolQueue,
    double? ConnectionsOpened)
{
    /// <summary>The number of outbound connections that the process opened per second of measured time.</summary>
    public double? ConnectionsPerS { get; init; }

    /// <summary>
    /// The highest number of TCP connections in TIME_WAIT, of the readings at the end of each trial, in the network
    /// namespace of the process. Each such connection keeps a port occupied.
    /// </summary>
    public double? TimeWait { get; init; }

    /// <summary>
    /// The highest resident memory, mapped files included, of the readings at the end of each trial, in megabytes
    /// (1,000,000 bytes).
    /// </summary>
    public double? WorkingSetMb { get; init; }

    /// <summary>
    /// The highest resident anonymous memory, of the readings at the end of each trial, in megabytes (1,000,000 bytes).
    /// Anonymous memory is not shared between processes, so compare runtimes by this value.
    /// </summary>
    public double? AnonymousMb { get; init; }

    /// <summary>
    /// Resident memory after the cool-down (<c>--settle</c>), in megabytes (1,000,000 bytes). Null without a cool-down.
    /// </summary>
    public double? WorkingSetAfterMb { get; init; }

    /// <summary>
    /// Resident anonymous memory after the cool-down, in megabytes (1,000,000 bytes). Null without a cool-down.
    /// </summary>
    public double? AnonymousAfterMb { get; init; }

    /// <summary>
    /// The number of measurements in which the process restarted, so that its counters cover only a part of them. Null
    /// if there were none.
    /// </summary>
    public int? Restarts { get; init; }

    /// <summary>The levels of a monitored process in a part of a run. A level is null if it was not measured.</summary>
    /// <param name="PoolThreads">The highest number of threads in the thread pool.</param>
    /// <param name="PoolQueue">The highest length of the thread pool queue.</param>
    /// <param name="WorkingSetMb">The last sample of resident memory, in megabytes (1,000,000 bytes).</param>
    /// <param name="CpuCores">
    /// The mean number of CPU cores that the process used between the first and the last sample.
    /// </param>
    public sealed record Levels(
        double? PoolThreads, double? PoolQueue, double? WorkingSetMb, double? CpuCores);
}
