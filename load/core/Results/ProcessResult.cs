namespace TwoTier.Load.Results;

/// <summary>
/// The resources that a monitored process used under load. A value is null if the process does not expose the metric.
/// Levels, such as memory, are the highest of the readings at the end of each turn, or the last one in a part of a
/// run. A megabyte is 1,000,000 bytes.
/// </summary>
public sealed record ProcessResult
{
    /// <summary>Milliseconds of CPU time per response.</summary>
    public double? CpuMs { get; init; }

    /// <summary>Kilobytes (1,000 bytes) allocated on the managed heap per response.</summary>
    public double? AllocKb { get; init; }

    /// <summary>Milliseconds of garbage collection pauses per second of measured time.</summary>
    public double? GcPauseMsPerS { get; init; }

    /// <summary>The number of threads in the thread pool.</summary>
    public double? PoolThreads { get; init; }

    /// <summary>The length of the thread pool queue.</summary>
    public double? PoolQueue { get; init; }

    /// <summary>The number of outbound connections that the process opened in all turns.</summary>
    public double? ConnectionsOpened { get; init; }

    /// <summary>The mean number of processor cores in use, in a part of a run.</summary>
    public double? CpuCores { get; init; }

    /// <summary>The number of outbound connections that the process opened per second of measured time.</summary>
    public double? ConnectionsPerS { get; init; }

    /// <summary>The number of TCP connections in TIME_WAIT, of which each keeps a port occupied.</summary>
    public double? TimeWait { get; init; }

    /// <summary>Resident memory, mapped files included, in megabytes.</summary>
    public double? WorkingSetMb { get; init; }

    /// <summary>Resident anonymous memory in megabytes, which no processes share: compare runtimes by it.</summary>
    public double? AnonymousMb { get; init; }

    /// <summary>Resident memory after the cool-down (<c>--settle</c>), in megabytes. Null without one.</summary>
    public double? WorkingSetAfterMb { get; init; }

    /// <summary>Resident anonymous memory after the cool-down, in megabytes. Null without one.</summary>
    public double? AnonymousAfterMb { get; init; }

    /// <summary>How often the process restarted, so that its counters cover only a part. Null if never.</summary>
    public int? Restarts { get; init; }
}
