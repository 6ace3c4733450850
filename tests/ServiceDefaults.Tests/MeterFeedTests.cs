using System.Diagnostics.Metrics;

namespace ServiceDefaults.Tests;

public sealed class MeterFeedTests
{
    private const string Requests = "http_server_request_duration_seconds_count";
    private const string Calls = "backend_call_duration_seconds";

    [Fact]
    public async Task EveryKindOfInstrument_GetMetrics_ReturnsTypeAndValue()
    {
        await using var service = await TestService.StartAsync();
        var meter = service.CreateMeter();
        var counter = meter.CreateCounter<long>("ingest.payloads.parsed");
        counter.Add(1);
        counter.Add(2);
        var level = meter.CreateUpDownCounter<int>("aspnetcore.rate_limiting.queued_requests");
        level.Add(5);
        level.Add(-7);
        meter.CreateObservableGauge("backend.call.last_duration", () => 0.25);
        meter.CreateObservableCounter("process.disk.io", () => 42L);
        var advice = new InstrumentAdvice<double> { HistogramBucketBoundaries = [1, 2] };
        var histogram = meter.CreateHistogram("backend.call.duration", "s", "Calls.", advice: advice);
        foreach (var value in (double[])[0.5, 1.5, 9])
            histogram.Record(value, [new("operation", "order")]);

        meter.CreateCounter<long>("fault.injections").Add(3, new KeyValuePair<string, object?>("fault", "a\"b\\c\nd,e}é"));
        meter.CreateCounter<long>("not.registered").Add(1);
        // This name is registered for another meter.
        meter.CreateHistogram<double>("http.client.request.duration").Record(1);

        var metrics = await service.ReadMetricsAsync();

        metrics.Types.Keys.ShouldNotContain(name => name.StartsWith("not_registered"));
        metrics.Types.Keys.ShouldNotContain("http_client_request_duration_seconds");
        metrics.Types["ingest_payloads_parsed_total"].ShouldBe("counter");
        metrics.Samples["ingest_payloads_parsed_total"].ShouldBe(3);
        metrics.Types["aspnetcore_rate_limiting_queued_requests"].ShouldBe("gauge");
        metrics.Sum("aspnetcore_rate_limiting_queued_requests").ShouldBe(-2);
        metrics.Types["backend_call_last_duration_seconds"].ShouldBe("gauge");
        metrics.Samples["backend_call_last_duration_seconds"].ShouldBe(0.25);
        metrics.Samples["fault_injections_total{fault=\"a\\\"b\\\\c\\nd,e}é\"}"].ShouldBe(3);
        metrics.Types["process_disk_io_bytes_total"].ShouldBe("counter");
        metrics.Sum("process_disk_io_bytes_total", "direction=\"\"").ShouldBe(42);
        metrics.Types[Calls].ShouldBe("histogram");
        metrics.Sum($"{Calls}_bucket", "le=\"1\"").ShouldBe(1);
        metrics.Sum($"{Calls}_bucket", "le=\"2\"").ShouldBe(2);
        metrics.Sum($"{Calls}_bucket", "le=\"+Inf\"").ShouldBe(3);
        metrics.Sum($"{Calls}_sum").ShouldBe(11);
        metrics.Samples[$"{Calls}_count{{strategy=\"\",operation=\"order\",outcome=\"\"}}"].ShouldBe(3);
    }

    [Fact]
    public async Task ManyThreadsAtOnce_GetMetrics_LosesNoCount()
    {
        const int Threads = 8;
        const int Rounds = 1_000;
        await using var service = await TestService.StartAsync();
        var counter = service.CreateMeter().CreateCounter<long>("resilience.polly.strategy.events");
        var histogram = service.CreateMeter().CreateHistogram<double>("backend.call.duration");
        using var start = new Barrier(Threads);
        var threads = Enumerable.Range(0, Threads).Select(number => new Thread(() =>
        {
            start.SignalAndWait(TestContext.Current.CancellationToken);
            for (var i = 0; i < Rounds; i++)
            {
                // Other threads add the same tags in another order, and more series than a thread remembers.
                var (name, pipeline) = (new KeyValuePair<string, object?>("event.name", $"{i % 40}"),
                    new KeyValuePair<string, object?>("pipeline.name", "p"));
                if (number % 2 is 0)
                    counter.Add(1, name, pipeline);
                else
                    counter.Add(1, pipeline, name);
                histogram.Record(1, name);
            }
        })).ToArray();
        foreach (var thread in threads)
            thread.Start();
        foreach (var thread in threads)
            thread.Join();

        var metrics = await service.ReadMetricsAsync();

        metrics.FindSeries("resilience_polly_strategy_events_total", "pipeline_name=\"p\"").Select(series => series.Value)
            .ShouldBe(Enumerable.Repeat(Threads * Rounds / 40.0, 40));
        metrics.Sum($"{Calls}_count").ShouldBe(Threads * Rounds);
    }

    /// <summary>Kestrel boxes the port anew for each connection. A search for the labels allocates more.</summary>
    [Fact]
    public async Task EqualTagsMadeAnew_Record_FindTheSeriesWithoutASearch()
    {
        const int Rounds = 1_000;
        await using var service = await TestService.StartAsync();
        var counter = service.CreateMeter().CreateCounter<long>("fault.injections");
        Add();

        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < Rounds; i++)
            Add();
        var bytes = (GC.GetAllocatedBytesForCurrentThread() - before) / Rounds;

        bytes.ShouldBeLessThan(120);
        (await service.ReadMetricsAsync()).Sum("fault_injections_total").ShouldBe(Rounds + 1);

        void Add() => counter.Add(1, new("fault", new string('a', 2)), new("port", 5100), new("tls", true));
    }

    [Fact]
    public async Task ObservedSeriesThatIsNoLongerReported_GetMetrics_Disappears()
    {
        string[] faults = ["cut", "cpu"];
        await using var service = await TestService.StartAsync();
        service.CreateMeter().CreateObservableGauge("fault.active", () => faults.Select(
            name => new Measurement<int>(1, new KeyValuePair<string, object?>("fault", name))));

        (await ReadAsync()).ShouldBe(["{fault=\"cpu\"}", "{fault=\"cut\"}"]);
        faults = ["cut"];
        (await ReadAsync()).ShouldBe(["{fault=\"cut\"}"]);

        async Task<IEnumerable<string>> ReadAsync() => (await service.ReadMetricsAsync()).FindSeries("fault_active")
            .Select(series => series.Key["fault_active".Length..]).Order();
    }

    [Fact]
    public async Task TwoServicesInOneProcess_GetMetrics_ReturnsOnlyMetricsOfTheScrapedService()
    {
        await using var service = await TestService.StartAsync();
        await using var other = await TestService.StartAsync(mapRoutes: app => app.MapGet("/hello", () => "Hello"));
        service.CreateMeter().CreateCounter<long>("ingest.payloads.parsed").Add(1);
        other.CreateMeter().CreateCounter<long>("ingest.payloads.parsed").Add(2);
        (await other.GetAsync("/hello")).Status.ShouldBe(200);

        (await service.ReadMetricsAsync()).Sum("ingest_payloads_parsed_total").ShouldBe(1);
        (await other.ReadMetricsAsync()).Sum("ingest_payloads_parsed_total").ShouldBe(2);
        (await service.ReadMetricsAsync()).Sum(Requests).ShouldBe(0);
        await Eventually.WaitUntilAsync(async () => (await other.ReadMetricsAsync()).Sum(Requests) is 1);
    }

    [Fact]
    public async Task RuntimeMetrics_GetMetrics_HaveTheRegisteredTypes()
    {
        await using var service = await TestService.StartAsync();
        using var response = await service.Client.GetAsync("/metrics", TestContext.Current.CancellationToken);

        var metrics = await service.ReadMetricsAsync();

        response.Content.Headers.ContentType!.ToString().ShouldBe("text/plain; version=0.0.4; charset=utf-8");
        // The .NET runtime makes counters of values that can decrease.
        metrics.Types["dotnet_thread_pool_threads"].ShouldBe("gauge");
        metrics.Types["dotnet_process_cpu_time_seconds_total"].ShouldBe("counter");
        metrics.Samples["dotnet_thread_pool_threads"].ShouldBeInRange(1, 1000);
    }
}
