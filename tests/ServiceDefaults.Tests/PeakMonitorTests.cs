using Microsoft.AspNetCore.Builder;
using Testing;

namespace ServiceDefaults.Tests;

public sealed class PeakMonitorTests
{
    private const string PeakThreadsMetric = "thread_pool_threads_peak";
    private const string PeakRequestsMetric = "http_server_active_requests_peak";

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
    public async Task WatchPoolOptionSet_RequestsAtTheSameTime_PeakOutlivesThem()
    {
        const int Requests = 3;
        var (entered, release) = (0, new TaskCompletionSource());
        await using var service = await TestService.StartAsync(
            mapRoutes: app => app.MapGet("/held", () =>
            {
                Interlocked.Increment(ref entered);
                return release.Task;
            }),
            args: "--Runtime:WatchPool=true");

        var responses = Enumerable.Range(0, Requests).Select(_ => service.GetAsync("/held")).ToArray();
        await Eventually.WaitUntilAsync(() => Volatile.Read(ref entered) is Requests);
        release.SetResult();
        (await Task.WhenAll(responses)).ShouldAllBe(response => response.Status == 200);

        // The server may still end the responses when the scrape arrives, which is a request, too.
        PrometheusText.Parse(await service.ScrapeAsync()).Sum(PeakRequestsMetric)
            .ShouldBeInRange(Requests, Requests + 1);
    }

    [Fact]
    public async Task WatchPoolOptionNotSet_GetMetrics_ReturnsNoPeaks()
    {
        await using var service = await TestService.StartAsync();

        var metrics = PrometheusText.Parse(await service.ScrapeAsync()).Types.Keys;
        metrics.ShouldNotContain(PeakThreadsMetric);
        metrics.ShouldNotContain(PeakRequestsMetric);
    }
}
