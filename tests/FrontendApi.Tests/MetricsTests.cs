using FrontendApi.Backend;
using FrontendApi.Backend.Resilience;
using FrontendApi.Customers;
using FrontendApi.Customers.Strategies;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Testing;

namespace FrontendApi.Tests;

public sealed class MetricsTests
{
    private const string Requests = "http_server_request_duration_seconds_count";

    [Fact]
    public async Task Metrics_AfterKnownTraffic_HaveItsValues()
    {
        await using var backend = await StubBackend.StartAsync(Documents.Send);
        await using var frontend = new Frontend(backend.Address);
        foreach (var id in Enumerable.Range(1, 5))
            (await frontend.GetAsync($"/api/customer/{id}?strategy=read-as-async&client=shared")).Status.ShouldBe(200);
        foreach (var id in Enumerable.Range(1, 2))
            (await frontend.GetAsync($"/api/customer/{id}?strategy=webclient-async&fanout=parallel")).Status.ShouldBe(200);
        await frontend.GetAsync("/api/customer/1?strategy=nonsense");
        await frontend.GetAsync("/health/live");

        var metrics = await frontend.MetricsAsync();

        metrics.Sum(Requests, "strategy=\"read-as-async\"", "client_lifetime=\"shared\"", "fanout=\"sequential\"",
            "resilience=\"none\"", "http_response_status_code=\"200\"").ShouldBe(5);
        metrics.Sum(Requests, "strategy=\"webclient-async\"", "client_lifetime=\"own\"", "fanout=\"parallel\"").ShouldBe(2);
        metrics.Sum(Requests, "http_response_status_code=\"400\"").ShouldBe(1);
        metrics.Sum(Requests).ShouldBe(8, "neither /metrics nor /health");
        metrics.Sum("backend_call_duration_seconds_count", "strategy=\"read-as-async\"", "operation=\"customer\"").ShouldBe(5);
        metrics.Sum("backend_call_duration_seconds_count", "strategy=\"read-as-async\"", "operation=\"order\"").ShouldBe(15);
        metrics.Sum("backend_call_duration_seconds_count", "strategy=\"webclient-async\"", "outcome=\"success\"").ShouldBe(8);
        metrics.Series("backend_call_last_duration_seconds").ShouldHaveSingleItem().Value.ShouldBeGreaterThan(0);
        metrics.Sum("backend_circuit_state").ShouldBe(0);
    }

    [Fact]
    public async Task Histograms_OfRequestsAndCalls_HaveBoundsFromAQuarterMillisecondOn()
    {
        await using var backend = await StubBackend.StartAsync(Documents.Send);
        await using var frontend = new Frontend(backend.Address);
        await frontend.GetAsync("/api/customer/1");

        var metrics = await frontend.MetricsAsync();

        string[] bounds =
        [
            "0.00025", "0.0005", "0.001", "0.002", "0.003", "0.005", "0.0075", "0.01", "0.015", "0.025", "0.05", "0.1",
            "0.25", "0.5", "1", "2.5", "5", "10", "+Inf",
        ];
        foreach (var name in (string[])["http_server_request_duration", "http_client_request_duration", "backend_call_duration", "backend_call_time_to_first_byte"])
        {
            metrics.Series($"{name}_seconds_bucket").Select(bucket => bucket.Key.Split("le=\"")[1].Split('"')[0])
                .Distinct().ShouldBe(bounds, name);
        }
    }

    [Theory]
    [MemberData(nameof(Catalog.Strategies), MemberType = typeof(Catalog))]
    public async Task FirstByte_OfABodyThatIsHeldBack_IsCountedBeforeTheCall(string strategy)
    {
        var goOn = new TaskCompletionSource();
        await using var backend = await StubBackend.StartAsync(async context =>
        {
            context.Response.ContentType = "application/json";
            await context.Response.Body.FlushAsync();
            await goOn.Task;
            await context.Response.WriteAsync(Documents.At(context.Request.Path));
        });
        await using var frontend = new Frontend(backend.Address);
        var answer = frontend.GetAsync($"/api/customer/1?strategy={strategy}&fanout=sequential");
        string[] series = [$"strategy=\"{strategy}\"", "operation=\"customer\""];
        Exposition metrics;
        do
            metrics = await frontend.MetricsAsync();
        while (metrics.Sum("backend_call_time_to_first_byte_seconds_count", series) is 0);

        metrics.Sum("backend_call_duration_seconds_count").ShouldBe(0, "its last byte is not there");
        goOn.SetResult();
        (await answer).Status.ShouldBe(200);
        metrics = await frontend.MetricsAsync();
        metrics.Sum("backend_call_time_to_first_byte_seconds_count").ShouldBe(4);
        metrics.Sum("backend_call_duration_seconds_count", series).ShouldBe(1);
        metrics.Sum("backend_call_time_to_first_byte_seconds_sum", series)
            .ShouldBeLessThan(metrics.Sum("backend_call_duration_seconds_sum", series));
    }

    [Fact]
    public async Task Types_OfRuntimeMetrics_AreWhatTheyMeasure()
    {
        await using var frontend = new Frontend("http://127.0.0.1:1");

        var metrics = await frontend.MetricsAsync();

        // Levels, although the runtime makes counters of them.
        metrics.Types["dotnet_thread_pool_thread_count"].ShouldBe("gauge");
        metrics.Types["dotnet_thread_pool_queue_length"].ShouldBe("gauge");
        metrics.Types["dotnet_process_cpu_time_seconds_total"].ShouldBe("counter");
        metrics.Types["dotnet_process_memory_working_set_bytes"].ShouldBe("gauge");
        metrics.Types["dotnet_gc_heap_total_allocated_bytes_total"].ShouldBe("counter");
        metrics.Samples["dotnet_thread_pool_thread_count"].ShouldBeInRange(1, 1000);
    }

    [Fact]
    public async Task Exposition_OfTheFrontendAfterEveryClient_IsAcceptedByPromtool()
    {
        await using var backend = await StubBackend.StartAsync(Documents.Send);
        await using var frontend = new Frontend(backend.Address);
        foreach (var flags in (string[])["client=factory", "client=shared", "client=per-request", "strategy=webclient-sync", "resilience=standard"])
            (await frontend.GetAsync($"/api/customer/1?{flags}")).Status.ShouldBe(200);

        await Promtool.ShouldAcceptAsync((await frontend.GetAsync("/metrics")).Body);
        (await frontend.MetricsAsync()).Sum("backend_call_duration_seconds_count").ShouldBe(20);
    }

    [Fact]
    public async Task Call_FailsByAFaultOfOurs_IsCountedAsThat()
    {
        await using var frontend = new Frontend("http://127.0.0.1:1");
        _ = frontend.Address;
        var plan = new CallPlan(new("faulty", new Faulty(), "", ""), ClientLifetime.Shared, FanOut.Sequential, ResilienceMode.None);
        using var reader = new BackendReader(plan, frontend.Services.GetRequiredService<ReadingTools>(), CancellationToken.None);

        await Should.ThrowAsync<NotSupportedException>(() => reader.ReadAsync<Customer>(BackendResource.Customer(1)));

        (await frontend.MetricsAsync()).Sum("backend_call_duration_seconds_count", "strategy=\"faulty\"", "outcome=\"fault\"").ShouldBe(1);
    }

    [Fact]
    public async Task Scrapes_ManyAtOnce_AreEachWhole()
    {
        await using var backend = await StubBackend.StartAsync(Documents.Send);
        await using var frontend = new Frontend(backend.Address);
        await frontend.GetAsync("/api/customer/1");

        var scrapes = await Task.WhenAll(Enumerable.Range(0, 40).Select(_ => frontend.MetricsAsync()));

        scrapes.ShouldAllBe(scrape => scrape.Sum(Requests) == 1);
    }

    [Fact]
    public async Task Metrics_ContentType_IsThePrometheusTextFormats()
    {
        await using var frontend = new Frontend("http://127.0.0.1:1");
        using var client = frontend.Client();

        using var answer = await client.GetAsync("/metrics", TestContext.Current.CancellationToken);

        answer.Content.Headers.ContentType!.ToString().ShouldBe("text/plain; version=0.0.4; charset=utf-8");
    }

    private sealed class Faulty : IReadStrategy<HttpClient>
    {
        public Task<T?> ReadAsync<T>(HttpClient client, string path, CancellationToken cancellationToken) =>
            throw new NotSupportedException();
    }
}
