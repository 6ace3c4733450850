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

    /// <summary>A maximum below the default minimum limits that too.</summary>
    [Fact]
    public async Task MaximumOfThreads_Set_IsExposedWithTheMinimum()
    {
        var cores = Environment.ProcessorCount;
        await using var backend = await ServiceProgram.StartAsync(
            "BackendApi", ["--Data:Customers=1", $"--Runtime:MaxThreads={cores}"], TestContext.Current.CancellationToken);
        using var client = new HttpClient { BaseAddress = backend.Address };

        var metrics = PrometheusText.Parse(
            await client.GetStringAsync("/metrics", TestContext.Current.CancellationToken));

        metrics.Sum("thread_pool_threads_min").ShouldBe(cores);
        metrics.Sum("thread_pool_threads_max").ShouldBe(cores);
    }
}
