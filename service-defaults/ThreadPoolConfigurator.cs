using System.Diagnostics.Metrics;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;
using ServiceDefaults.Metrics;

namespace ServiceDefaults;

/// <summary>
/// Sets the limits of the thread pool before the server listens. If Runtime:WatchPool is true, also starts the monitors
/// that record the peak values of the pool and of requests.
/// </summary>
internal sealed class ThreadPoolConfigurator(IOptions<ThreadPoolOptions> options, IMeterFactory meters)
    : IHostedService, IDisposable
{
    private ThreadPoolPeakMonitor? _peakMonitor;
    private RequestPeakMonitor? _requestPeakMonitor;

    public Task StartAsync(CancellationToken cancellationToken)
    {
        if (options.Value is not { MinThreads: null, MaxThreads: null })
            SetLimits(options.Value);
        if (options.Value.WatchPool)
        {
            _peakMonitor = new ThreadPoolPeakMonitor(meters);
            _requestPeakMonitor = new RequestPeakMonitor(meters);
        }

        return Task.CompletedTask;
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public void Dispose()
    {
        _peakMonitor?.Dispose();
        _requestPeakMonitor?.Dispose();
    }

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
