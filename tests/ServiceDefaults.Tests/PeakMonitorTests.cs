using Testing;

namespace ServiceDefaults.Tests;

public sealed class PeakMonitorTests
{
    private const string PeakThreadsMetric = "thread_pool_threads_peak";

    [Fact]
    public async Task WatchPoolOptionSet_GetMetrics_ReturnsPeaks()
    {
        await using var service = await TestService.StartAsync(args: "--Runtime:WatchPool=true");

        await Eventually.WaitUntilAsync(
            async () => PrometheusText.Parse(await service.ScrapeAsync()).Sum(PeakThreadsMetric) > 0);

        var metrics = PrometheusText.Parse(await service.ScrapeAsync());
        metrics.Types.Keys.ShouldContain("thread_pool_queue_peak");
        metrics.Sum("process_memory_peak_bytes").ShouldBeGreaterThan(0);
    }

    [Fact]
    public async Task WatchPoolOptionNotSet_GetMetrics_ReturnsNoPeaks()
    {
        await using var service = await TestService.StartAsync();

        PrometheusText.Parse(await service.ScrapeAsync()).Types.Keys.ShouldNotContain(PeakThreadsMetric);
    }
}
