using System.ComponentModel.DataAnnotations;

namespace ServiceDefaults.Runtime;

/// <summary>
/// The pool's threads, and whether it is watched. Section <c>Runtime</c>. The collector is set by the runtime's own
/// variables.
/// </summary>
internal sealed class RuntimeOptions
{
    public const string Section = "Runtime";

    private const int Most = 32_767;
    private const string Cure = "set it in appsettings.json, as Runtime__{0}=200 in the environment, or as "
        + "--Runtime:{0}=200 on the command line, or leave it out.";

    /// <value>
    /// Threads that the pool starts without waiting; more come one or two a second at most. 1 to 32,767, by default the
    /// runtime's own: one for each core.
    /// </value>
    [Range(1, Most, ErrorMessage = "Runtime:{0} must be from {1} to {2}: " + Cure)]
    public int? MinThreads { get; init; }

    /// <value>
    /// Threads that the pool may grow to: at least one for each core, as the runtime asks for, and at least MinThreads. By
    /// default the runtime's own: 32,767.
    /// </value>
    [Range(1, Most, ErrorMessage = "Runtime:{0} must be from {1} to {2}: " + Cure)]
    public int? MaxThreads { get; init; }

    /// <value>
    /// Reports the highest number of pool threads, of queued work items and of bytes since the start. Off by default: it takes
    /// a thread of its own, so that a pool without a free one is seen too.
    /// </value>
    public bool WatchPool { get; init; }

    /// <value>The runtime refuses anything else, without a word.</value>
    public bool HasRoom => MaxThreads is null || MaxThreads >= Math.Max(MinThreads ?? 1, Environment.ProcessorCount);

    public static string RoomCure => "Runtime:MaxThreads must not be less than Runtime:MinThreads, nor than the "
        + $"{Environment.ProcessorCount} cores of this machine: set a larger one, or leave it out.";
}
