using FrontendApi.QueryFlags;

namespace FrontendApi.Tests;

public sealed class MetricsTests
{
    private const string Requests = "http_server_request_duration_seconds";
    private const string Calls = "backend_call_duration_seconds";
    private const string Attempts = "http_client_request_duration_seconds";

    [Fact]
    public async Task KnownRequests_GetMetrics_ReturnsTheCountsOfRequestsAndCalls()
    {
        await using var frontend = await FrontendUnderTest.StartAsync(BackendDocuments.SendAsync);
        foreach (var id in Enumerable.Range(1, 5))
            await frontend.GetBodyAsync($"/api/customer/{id}?strategy=read-as-async&client=shared");
        foreach (var id in Enumerable.Range(1, 2))
            await frontend.GetBodyAsync($"/api/customer/{id}?strategy=webclient-async&fanout=parallel");
        await frontend.GetAsync("/api/customer/1?strategy=nonsense");
        await frontend.GetAsync("/health/live");
        await frontend.WaitForRequestsAsync(8);

        var metrics = PrometheusText.Parse((await frontend.GetAsync("/metrics")).Body);

        metrics.Sum($"{Requests}_count", "strategy=\"read-as-async\"", "client=\"shared\"",
            "fanout=\"sequential\"", "resilience=\"none\"", "http_response_status_code=\"200\"").ShouldBe(5);
        metrics.Sum($"{Requests}_count", "strategy=\"webclient-async\"", "client=\"own\"", "fanout=\"parallel\"")
            .ShouldBe(2);
        metrics.Sum($"{Requests}_count", "http_response_status_code=\"400\"").ShouldBe(1);
        metrics.Sum($"{Requests}_count").ShouldBe(8, "Requests for /metrics and /health should not be counted.");
        metrics.Sum($"{Calls}_count", "strategy=\"read-as-async\"", "operation=\"customer\"").ShouldBe(5);
        metrics.Sum($"{Calls}_count", "strategy=\"read-as-async\"", "operation=\"order\"").ShouldBe(15);
        metrics.Sum($"{Calls}_count", "strategy=\"webclient-async\"", "outcome=\"success\"").ShouldBe(8);
        metrics.FindSeries("backend_call_last_duration_seconds").ShouldHaveSingleItem().Value.ShouldBeGreaterThan(0);
        foreach (var name in (string[])[Requests, Attempts, Calls])
        {
            var bounds = metrics.FindSeries($"{name}_bucket").Select(bucket => bucket.Key.Split("le=\"")[1].Split('"')[0]);
            bounds.Distinct().Count().ShouldBe(14, name);
            bounds.First().ShouldBe("0.0005", name);
        }
    }

    [Theory]
    [InlineData("webclient-async")]
    [InlineData("get-stream-stj")]
    public async Task ResponseBodyDelayed_GetMetrics_CountsTheHeadersBeforeTheEndOfTheCall(string strategy)
    {
        var sendBody = new TaskCompletionSource();
        await using var frontend = await FrontendUnderTest.StartAsync(async context =>
        {
            await context.Response.Body.FlushAsync();
            await sendBody.Task;
            await context.Response.WriteAsync(BackendDocuments.Get(context.Request.Path));
        });

        var response = frontend.GetBodyAsync($"/api/customer/1?strategy={strategy}");

        await Eventually.WaitUntilAsync(async () => await frontend.SumAsync($"{Attempts}_count") is 1);
        (await frontend.SumAsync($"{Calls}_count")).ShouldBe(0, "A call is not counted before its body has arrived.");
        sendBody.SetResult();
        await response;
        (await frontend.SumAsync($"{Attempts}_count")).ShouldBe(4);
        (await frontend.SumAsync($"{Calls}_count")).ShouldBe(4);
        (await frontend.SumAsync($"{Attempts}_sum")).ShouldBeLessThan(await frontend.SumAsync($"{Calls}_sum"));
    }

    /// <summary>One deadline serves all calls of a request, and is set anew for each of them.</summary>
    [Fact]
    public async Task CallsThatAreTooLongTogether_GetCustomer_SucceedAndTakeTheirTimeInSeconds()
    {
        var (time, seconds) = (new FakeTimeProvider(), 6);
        await using var frontend = await FrontendUnderTest.StartAsync(
            context =>
            {
                time.Advance(TimeSpan.FromSeconds(seconds));
                return BackendDocuments.SendAsync(context);
            },
            services => services.AddSingleton<TimeProvider>(time),
            [("Backend:Timeout", "00:00:10")]);

        await frontend.GetBodyAsync("/api/customer/1");
        seconds = 11;
        await frontend.GetProblemAsync("/api/customer/1", 504);

        (await frontend.SumAsync($"{Calls}_sum", "outcome=\"success\"")).ShouldBe(24);
        (await frontend.SumAsync($"{Calls}_sum", "outcome=\"timeout\"")).ShouldBe(11);
    }

    /// <summary>As for any caller, who could otherwise make /metrics too large for Prometheus.</summary>
    [Fact]
    public async Task MoreCombinationsOfFlagsThan28_EveryStatus_CountsFurtherOnesAsOther()
    {
        var time = new FakeTimeProvider();
        await using var frontend = await FrontendUnderTest.StartAsync(
            context =>
            {
                var id = context.Request.Path.Value!.Split('/')[3];
                if (id is "5")
                    context.Abort();
                else if (id is "6")
                    time.Advance(TimeSpan.FromSeconds(11));
                context.Response.Headers.RetryAfter = "1";
                context.Response.StatusCode = id switch { "2" => 404, "3" => 500, "4" => 503, _ => 200 };
                return BackendDocuments.SendAsync(context);
            },
            services => services.AddSingleton<TimeProvider>(time), []);
        // Without retries, which would wait for the time.
        var combinations =
            from strategy in StrategyCatalog.All.Where(strategy => Flags.GetFlags(strategy).Count() == 5)
            from client in (string[])[ClientLifetime.Factory, ClientLifetime.Shared, ClientLifetime.PerRequest]
            from mode in FanOutMode.All
            select $"strategy={strategy.Name}&client={client}&fanout={mode}";
        var requested = combinations.Take(FlagLabels.MaxCombinations + 10).ToArray();
        requested.Length.ShouldBe(FlagLabels.MaxCombinations + 10);

        int[] statuses = [200, 404, 502, 503, 502, 504];
        foreach (var (flags, id) in from flags in requested from id in Enumerable.Range(1, 6) select (flags, id))
            (await frontend.GetAsync($"/api/customer/{id}?{flags}")).Status.ShouldBe(statuses[id - 1], flags);

        await frontend.WaitForRequestsAsync(statuses.Length * requested.Length);
        var text = (await frontend.GetAsync("/metrics")).Body;
        var metrics = PrometheusText.Parse(text);
        metrics.Sum($"{Requests}_count", "strategy=\"other\"", "client=\"other\"", "http=\"other\"").ShouldBe(60);
        metrics.Sum("flags_other_total").ShouldBe(60);
        metrics.Sum($"{Attempts}_count", "resilience=\"other\"").ShouldBeGreaterThan(20);
        text.Length.ShouldBeLessThan(1_500_000);
    }
}
