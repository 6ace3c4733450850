namespace EndToEnd.Tests;

[Slow]
public sealed class ThreadPoolTests
{
    /// <summary>Sends five times as many requests that block a thread as the thread pool may have threads.</summary>
    [Fact]
    public async Task PeakMonitorLoaded_ThreadPoolBlocked_MetricsReportPeaksBetweenScrapes()
    {
        var cores = Environment.ProcessorCount;
        await using var backend = await ServiceProcess.StartAsync(
            "BackendApi",
            ["--Data:Customers=1", $"--Runtime:MaxThreads={cores}", "--LongOperations:MaxBlocking=1000"],
            TestContext.Current.CancellationToken, PeakMonitor.Variables);
        using var client = new HttpClient { BaseAddress = backend.Address };
        await Task.WhenAll(Enumerable.Range(0, 5 * cores)
            .Select(
                _ => client.GetStringAsync("/api/long-operation/sync?ms=500", TestContext.Current.CancellationToken)));

        var metrics = PrometheusText.Parse(
            await client.GetStringAsync("/metrics", TestContext.Current.CancellationToken));

        // The maximum is below the default minimum, and limits it.
        metrics.Sum("thread_pool_threads_min").ShouldBe(cores);
        metrics.Sum("thread_pool_threads_max").ShouldBe(cores);
        metrics.Sum("thread_pool_threads_peak").ShouldBe(cores);
        metrics.Sum("thread_pool_queue_peak").ShouldBeGreaterThanOrEqualTo(cores);
        metrics.Sum("process_memory_peak_bytes").ShouldBeGreaterThan(10_000_000);
        metrics.Sum("http_server_active_requests_peak").ShouldBeInRange(cores, 5 * cores);
    }
}
