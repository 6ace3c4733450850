using System.Diagnostics.Metrics;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;

namespace ServiceDefaults.Runtime;

/// <summary>Sets the pool before the server listens, and watches it where it is told to.</summary>
internal sealed class RuntimeSetup(IOptions<RuntimeOptions> options, IMeterFactory meters) : IHostedService, IDisposable
{
    private PoolWatch? _watch;

    public Task StartAsync(CancellationToken cancellationToken)
    {
        if (options.Value is not { MinThreads: null, MaxThreads: null })
            SetPool(options.Value);
        if (options.Value.WatchPool)
            _watch = new PoolWatch(meters);
        return Task.CompletedTask;
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public void Dispose() => _watch?.Dispose();

    private static void SetPool(RuntimeOptions wanted)
    {
        ThreadPool.GetMinThreads(out var min, out var minIo);
        ThreadPool.GetMaxThreads(out var max, out var maxIo);
        max = wanted.MaxThreads ?? max;
        min = wanted.MinThreads ?? Math.Min(min, max);
        // Down first: each is refused where it would pass the other.
        if (!(ThreadPool.SetMinThreads(1, minIo) && ThreadPool.SetMaxThreads(max, maxIo) && ThreadPool.SetMinThreads(min, minIo)))
            throw new InvalidOperationException($"The runtime refused a pool of {min} to {max} threads.");
    }
}
