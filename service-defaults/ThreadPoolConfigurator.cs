using System.ComponentModel.DataAnnotations;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;

namespace ServiceDefaults;

/// <summary>
/// The limits of the thread pool. Configuration section <c>Runtime</c>. The garbage collector is configured with the
/// runtime's own environment variables.
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
    /// Whether the .NET runtime would accept the limits of the thread pool: it ignores invalid limits silently.
    /// </summary>
    public bool HasValidLimits =>
        MaxThreads is null || MaxThreads >= Math.Max(MinThreads ?? 1, Environment.ProcessorCount);

    /// <summary>The error message for limits of the thread pool that the .NET runtime would not accept.</summary>
    public static string InvalidLimitsMessage =>
        "Runtime:MaxThreads must not be less than Runtime:MinThreads or less than the number of cores of this machine, "
        + $"which is {Environment.ProcessorCount}: set a larger value, or leave it out.";
}

/// <summary>Sets the limits of the thread pool before the server listens.</summary>
internal sealed class ThreadPoolConfigurator(IOptions<ThreadPoolOptions> options) : IHostedService
{
    public Task StartAsync(CancellationToken cancellationToken)
    {
        if (options.Value is not { MinThreads: null, MaxThreads: null })
            SetLimits(options.Value);
        return Task.CompletedTask;
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    private static void SetLimits(ThreadPoolOptions options)
    {
        ThreadPool.GetMinThreads(out var min, out var minIo);
        ThreadPool.GetMaxThreads(out var max, out var maxIo);
        max = options.MaxThreads ?? max;
        min = options.MinThreads ?? Math.Min(min, max);
        // The minimum number of threads is lowered before the maximum is set, because the runtime refuses a maximum
        // below the minimum.
        if (!ThreadPool.SetMinThreads(1, minIo)
            || !ThreadPool.SetMaxThreads(max, maxIo)
            || !ThreadPool.SetMinThreads(min, minIo))
        {
            throw new InvalidOperationException($"The runtime refused a thread pool of {min} to {max} threads.");
        }
    }
}

internal static class ThreadPoolServiceCollectionExtensions
{
    public static IServiceCollection AddThreadPoolConfiguration(this IServiceCollection services)
    {
        services.AddOptions<ThreadPoolOptions>().BindConfiguration(ThreadPoolOptions.Section)
            .ValidateDataAnnotations()
            .Validate(options => options.HasValidLimits, ThreadPoolOptions.InvalidLimitsMessage)
            .ValidateOnStart();
        return services.AddHostedService<ThreadPoolConfigurator>();
    }
}
