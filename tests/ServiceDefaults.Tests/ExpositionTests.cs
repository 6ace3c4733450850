using System.Diagnostics.Metrics;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using ServiceDefaults.Metrics;
using Testing;

namespace ServiceDefaults.Tests;

public sealed class ExpositionTests
{
    private const string Requests = "http_server_request_duration_seconds_count";

    [Fact]
    public async Task SpecialCharacters_GetMetrics_AreEscaped()
    {
        await using var service = await TestService.StartAsync();
        service.CreateMeter().CreateCounter<long>("special", "{thing}", "Back\\slash and\nnew line.")
            .Add(3, new KeyValuePair<string, object?>("le.label", "a\"b\\c\nd,e}é"));

        var text = await service.ScrapeAsync();

        text.ShouldContain("# HELP special_total Back\\\\slash and\\nnew line.\n");
        text.ShouldContain("special_total{le_label=\"a\\\"b\\\\c\\nd,e}é\"} 3\n");
        PrometheusText.Parse(text).Sum("special_total").ShouldBe(3);
    }

    [Fact]
    public async Task EveryKindOfInstrument_GetMetrics_ReturnsTypeUnitAndValue()
    {
        await using var service = await TestService.StartAsync();
        var meter = service.CreateMeter();
        meter.CreateCounter<double>("a.counter", "s").Add(1.5);
        meter.CreateUpDownCounter<long>("a.level", "By").Add(-7);
        meter.CreateGauge<double>("a.gauge", "ms").Record(0.25);
        meter.CreateObservableGauge("an.observed.gauge", () => 42);
        var advice = new InstrumentAdvice<double> { HistogramBucketBoundaries = [1, 2] };
        var histogram = meter.CreateHistogram("a.histogram", "s", advice: advice);
        foreach (var value in (double[])[0.5, 1.5, 9])
            histogram.Record(value);

        var metrics = PrometheusText.Parse(await service.ScrapeAsync());

        metrics.Types["a_counter_seconds_total"].ShouldBe("counter");
        metrics.Samples["a_counter_seconds_total"].ShouldBe(1.5);
        metrics.Types["a_level_bytes"].ShouldBe("gauge");
        metrics.Samples["a_level_bytes"].ShouldBe(-7);
        metrics.Samples["a_gauge_milliseconds"].ShouldBe(0.25);
        metrics.Samples["an_observed_gauge"].ShouldBe(42);
        metrics.Types["a_histogram_seconds"].ShouldBe("histogram");
        metrics.Samples["a_histogram_seconds_bucket{le=\"1\"}"].ShouldBe(1);
        metrics.Samples["a_histogram_seconds_bucket{le=\"2\"}"].ShouldBe(2);
        metrics.Samples["a_histogram_seconds_bucket{le=\"+Inf\"}"].ShouldBe(3);
        metrics.Samples["a_histogram_seconds_sum"].ShouldBe(11);
        metrics.Samples["a_histogram_seconds_count"].ShouldBe(3);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task AllocationCounter_GetMetrics_IsExportedUnlessItStandsStill(bool isStalled)
    {
        var count = 0L;
        await using var service = await TestService.StartAsync(services =>
            services.AddSingleton(new AllocationCounter(() => isStalled ? count : ++count)));

        var metrics = PrometheusText.Parse(await service.ScrapeAsync());

        metrics.Samples.ContainsKey("dotnet_gc_heap_total_allocated_bytes_total").ShouldBe(!isStalled);
        metrics.Samples.Keys.ShouldContain("dotnet_process_cpu_count");
    }

    [Fact]
    public async Task AllocationCounterStopsDuringCollection_GetMetrics_IsNotExported()
    {
        // The count is read twice before the metrics are collected, and twice afterwards.
        var counts = new Queue<long>([1, 2, 3, 3]);
        await using var service = await TestService.StartAsync(services =>
            services.AddSingleton(new AllocationCounter(() => counts.TryDequeue(out var count) ? count : 3)));

        var metrics = PrometheusText.Parse(await service.ScrapeAsync());

        metrics.Samples.Keys.ShouldNotContain("dotnet_gc_heap_total_allocated_bytes_total");
    }

    [Fact]
    public void AllocationCounterOfThisProcess_IsNotStalled() => new AllocationCounter().IsStalled().ShouldBeFalse();

    [Fact]
    public async Task UnboundedLabel_GetMetrics_IsCutAtTheSeriesLimitWithoutLosingCounts()
    {
        await using var service = await TestService.StartAsync();
        var counter = service.CreateMeter().CreateCounter<long>("unbounded");
        for (var i = 0; i < 3_000; i++)
            counter.Add(1, new KeyValuePair<string, object?>("id", i));

        var metrics = PrometheusText.Parse(await service.ScrapeAsync());

        // The metrics exporter writes one series more than its limit. The additional series sums all measurements
        // beyond the limit.
        metrics.FindSeries("unbounded_total").Count().ShouldBe(PrometheusExporterExtensions.MaxSeries + 1);
        PrometheusExporterExtensions.MaxSeries.ShouldBe(500);
        metrics.Sum("unbounded_total").ShouldBe(3_000);
    }

    [Fact]
    public async Task TwoServicesInOneProcess_GetMetrics_ReturnsOnlyRequestsOfTheScrapedService()
    {
        await using var service = await TestService.StartAsync();
        await using var other = await TestService.StartAsync(mapRoutes: app => app.MapGet("/hello", () => "Hello"));
        (await other.GetAsync("/hello")).Status.ShouldBe(200);

        PrometheusText.Parse(await service.ScrapeAsync()).Sum(Requests).ShouldBe(0);
        PrometheusText.Parse(await other.ScrapeAsync()).Sum(Requests).ShouldBe(1);
    }

    [Fact]
    public async Task ManyScrapesAtOnce_GetMetrics_ReturnsCompleteTexts()
    {
        await using var service = await TestService.StartAsync(mapRoutes: app => app.MapGet("/hello", () => "Hello"));
        await service.GetAsync("/hello");

        var texts = await Task.WhenAll(Enumerable.Range(0, 40).Select(_ => service.ScrapeAsync()));

        texts.ShouldAllBe(text => PrometheusText.Parse(text).Sum(Requests) == 1);
    }

    [Fact]
    public async Task RuntimeMetrics_GetMetrics_AreGaugesIfTheValueCanDecrease()
    {
        await using var service = await TestService.StartAsync();

        var metrics = PrometheusText.Parse(await service.ScrapeAsync());

        // The thread count and the queue length must be gauges, although the .NET runtime makes them counters.
        metrics.Types["dotnet_thread_pool_thread_count"].ShouldBe("gauge");
        metrics.Types["dotnet_thread_pool_queue_length"].ShouldBe("gauge");
        metrics.Types["dotnet_process_memory_working_set_bytes"].ShouldBe("gauge");
        metrics.Types["dotnet_process_cpu_time_seconds_total"].ShouldBe("counter");
        metrics.Types["dotnet_gc_heap_total_allocated_bytes_total"].ShouldBe("counter");
        metrics.Samples["dotnet_thread_pool_thread_count"].ShouldBeInRange(1, 1000);
    }

    [Fact]
    public async Task RunningService_GetMetrics_IsAcceptedByPromtool()
    {
        await using var service = await TestService.StartAsync(mapRoutes: app => app.MapGet("/hello", () => "Hello"));
        await service.GetAsync("/hello");

        await Promtool.ShouldAcceptAsync(await service.ScrapeAsync());
    }

    [Fact]
    public async Task RunningService_GetMetrics_HasTheContentTypeOfThePrometheusTextFormat()
    {
        await using var service = await TestService.StartAsync();

        using var response = await service.Client.GetAsync("/metrics", TestContext.Current.CancellationToken);

        response.Content.Headers.ContentType!.ToString().ShouldBe("text/plain; version=0.0.4; charset=utf-8");
    }
}
