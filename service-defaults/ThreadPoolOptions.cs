using System.ComponentModel.DataAnnotations;

namespace ServiceDefaults;

/// <summary>
/// The limits of the thread pool, and whether its peak values are recorded. Configuration section <c>Runtime</c>. The
/// garbage collector is configured with the runtime's own environment variables.
/// </summary>
internal sealed class ThreadPoolOptions
{
    public const string Section = "Runtime";

    private const int MaxThreadLimit = 32_767;
    private const string InvalidThreadsAdvice = "set it in appsettings.json, as Runtime__{0}=200 in the environment, or as "
        + "--Runtime:{0}=200 on the command line, or leave it out.";

    /// <summary>
    /// The number of threads that the pool creates without delay; further threads are added at one or two a second at
    /// most. From 1 to 32,767; the runtime's default is the number of cores.
    /// </summary>
    [Range(1, MaxThreadLimit, ErrorMessage = "Runtime:{0} must be from {1} to {2}: " + InvalidThreadsAdvice)]
    public int? MinThreads { get; init; }

    /// <summary>
    /// The largest number of threads in the pool: at least MinThreads, and at least the number of cores. Up to 32,767,
    /// which is also the runtime's default.
    /// </summary>
    [Range(1, MaxThreadLimit, ErrorMessage = "Runtime:{0} must be from {1} to {2}: " + InvalidThreadsAdvice)]
    public int? MaxThreads { get; init; }

    /// <summary>
    /// Whether to record the largest number of pool threads, the longest queue, the largest working set and the largest
    /// number of requests at the same time since the start. Off by default, because recording takes a dedicated thread.
    /// </summary>
    public bool WatchPool { get; init; }

    /// <summary>
    /// Whether the .NET runtime would accept the limits of the thread pool: it ignores invalid limits silently.
    /// </summary>
    public bool HasValidLimits =>
        MaxThreads is null || MaxThreads >= Math.Max(MinThreads ?? 1, Environment.ProcessorCount);

    /// <summary>The error message for limits of the thread pool that the .NET runtime would not accept.</summary>
    public static string InvalidLimitsMessage =>
        "Runtime:MaxThreads must not be less than Runtime:MinThreads or less than the number of cores of this machine, "
        + $"which is {Environment.ProcessorCount}: set a larger value, or leave it out.";
}
