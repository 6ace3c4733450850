namespace EndToEnd.Tests;

/// <summary>Metrics of a whole process, so that each service is a process of its own.</summary>
[Slow]
public sealed class ProcessMetricsTests
{
    private const int Requests = 1_000;
    private const int HeaderBytes = 8_000;

    [Fact]
    public async Task LargeRequestsWithSmallResponses_Sent_BytesAreCountedByDirection()
    {
        await using var frontend =
            await ServiceProgram.StartAsync("FrontendApi", [], TestContext.Current.CancellationToken);
        using var client = new HttpClient { BaseAddress = frontend.Address };
        client.DefaultRequestHeaders.Add("X-Large", new string('x', HeaderBytes));
        for (var i = 0; i < Requests; i++)
            await GetAsync("/health/live");

        // The .NET runtime updates its socket counters once a second. The requests are so much larger than the
        // responses that the front-end receives more than it sends, although its large metrics are read about twice.
        await Eventually.WaitUntilAsync(
            async () => await ReadAsync("receive") >= Requests * HeaderBytes, within: TimeSpan.FromSeconds(30));
        (await ReadAsync("receive")).ShouldBeGreaterThan(await ReadAsync("transmit"));

        async Task<double> ReadAsync(string direction) => PrometheusText.Parse(await GetAsync("/metrics"))
            .Sum("process_network_io_bytes_total", $"direction=\"{direction}\"");

        Task<string> GetAsync(string path) => client.GetStringAsync(path, TestContext.Current.CancellationToken);
    }

    /// <summary>Sends five times as many requests that block a thread as the thread pool may have threads.</summary>
    [Fact]
    public async Task PeakMonitorLoaded_ThreadPoolBlocked_MetricsReportPeaksBetweenScrapes()
    {
        var cores = Environment.ProcessorCount;
        await using var backend = await ServiceProgram.StartAsync(
            "BackendApi",
            ["--Data:Customers=1", $"--Runtime:MaxThreads={cores}"],
            TestContext.Current.CancellationToken, ServiceProgram.PeakMonitor);
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
