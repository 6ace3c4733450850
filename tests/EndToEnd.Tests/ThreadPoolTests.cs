using System.Collections.ObjectModel;

namespace EndToEnd.Tests;

/// <summary>Tests the thread pool settings and metrics of the back-end, which runs in a separate process.</summary>
[Slow]
public sealed class ThreadPoolTests
{
    [Fact]
    public async Task ThreadPoolSettings_Configured_AreReportedByMetrics()
    {
        await using var backend = await StartAsync("--Runtime:MinThreads=7", "--Runtime:MaxThreads=50");

        var metrics = await ReadMetricsAsync(backend);

        metrics.Sum("thread_pool_threads_min").ShouldBe(7);
        metrics.Sum("thread_pool_threads_max").ShouldBe(50);
        metrics.Types.Keys.ShouldNotContain(name => name.EndsWith("_peak", StringComparison.Ordinal));
    }

    /// <summary>Sends five times as many requests that block a thread as the thread pool may have threads.</summary>
    [Fact]
    public async Task PeakMonitorLoaded_ThreadPoolBlocked_MetricsReportPeaksBetweenScrapes()
    {
        var cores = Environment.ProcessorCount;
        await using var backend = await StartAsync(
            PeakMonitor.Variables, $"--Runtime:MaxThreads={cores}", "--LongOperations:MaxBlocking=1000");
        using var client = new HttpClient { BaseAddress = backend.Address };
        await Task.WhenAll(Enumerable.Range(0, 5 * cores)
            .Select(
                _ => client.GetStringAsync("/api/long-operation/sync?ms=500", TestContext.Current.CancellationToken)));

        var metrics = await ReadMetricsAsync(backend);

        // The maximum is below the default minimum, and limits it.
        metrics.Sum("thread_pool_threads_min").ShouldBe(cores);
        metrics.Sum("thread_pool_threads_max").ShouldBe(cores);
        metrics.Sum("thread_pool_threads_peak").ShouldBe(cores);
        metrics.Sum("thread_pool_queue_peak").ShouldBeGreaterThanOrEqualTo(cores);
        metrics.Sum("process_memory_peak_bytes").ShouldBeGreaterThan(10_000_000);
        metrics.Sum("http_server_active_requests_peak").ShouldBeInRange(cores, 5 * cores);
    }

    private static Task<ServiceProcess> StartAsync(params string[] settings) =>
        StartAsync(ReadOnlyDictionary<string, string>.Empty, settings);

    private static Task<ServiceProcess> StartAsync(
        IReadOnlyDictionary<string, string> environment, params string[] settings) => ServiceProcess.StartAsync(
            "BackendApi", environment, ["--Data:Customers=1", .. settings], TestContext.Current.CancellationToken);

    private static async Task<PrometheusText> ReadMetricsAsync(ServiceProcess backend)
    {
        using var client = new HttpClient { BaseAddress = backend.Address };
        return PrometheusText.Parse(await client.GetStringAsync("/metrics", TestContext.Current.CancellationToken));
    }
}
