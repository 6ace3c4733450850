using System.ComponentModel.DataAnnotations;

namespace ServiceDefaults;

/// <summary>The limits of the thread pool, set when the service starts. Configuration section <c>Runtime</c>.</summary>
internal sealed class ThreadPoolLimits
{
    private const int MaxThreadLimit = 32_767;
    private const string Advice = "Runtime:{0} must be from {1} to {2}: set it in appsettings.json, as "
        + "Runtime__{0}=200 in the environment, or as --Runtime:{0}=200 on the command line, or leave it out.";

    /// <summary>
    /// The threads that the pool creates without delay; further ones are added at one or two a second at most. From 1
    /// to 32,767; the runtime's default is the number of cores.
    /// </summary>
    [Range(1, MaxThreadLimit, ErrorMessage = Advice)]
    public int? MinThreads { get; init; }

    /// <summary>
    /// The most threads in the pool: at least MinThreads and the number of cores, up to 32,767, the runtime's default.
    /// </summary>
    [Range(1, MaxThreadLimit, ErrorMessage = Advice)]
    public int? MaxThreads { get; init; }

    public static void AddTo(IServiceCollection services)
    {
        services.AddSettings<ThreadPoolLimits>("Runtime")
            .Validate(limits => limits.MaxThreads is not { } max
                    || max >= Math.Max(limits.MinThreads ?? 0, Environment.ProcessorCount),
                "Runtime:MaxThreads must not be less than Runtime:MinThreads or less than the number of cores of this "
                + $"machine, which is {Environment.ProcessorCount}: set a larger value, or leave it out.");
    }

    /// <summary>Sets the limits once they are validated, and before the service listens.</summary>
    public void Set()
    {
        if (this is { MinThreads: null, MaxThreads: null })
            return;
        ThreadPool.GetMinThreads(out var min, out var minPorts);
        ThreadPool.GetMaxThreads(out var max, out var maxPorts);
        max = MaxThreads ?? max;
        // The minimum is lowered first, because the runtime refuses a maximum below it.
        ThreadPool.SetMinThreads(1, minPorts);
        ThreadPool.SetMaxThreads(max, maxPorts);
        ThreadPool.SetMinThreads(MinThreads ?? Math.Min(min, max), minPorts);
    }
}
