using Microsoft.Extensions.Logging;

namespace EndToEnd.Tests;

[Slow]
[TimeLimit(120)]
public sealed class TraceTests
{
    private readonly ConcurrentBag<ExportedSpan> _spans = [];

    /// <summary>The paths and, as text, the bodies of the requests to the collector.</summary>
    private readonly ConcurrentBag<string> _received = [];

    /// <summary>The bodies of the requests with metrics, as text.</summary>
    private readonly ConcurrentBag<string> _metrics = [];

    private static readonly TimeSpan WaitLimit = TimeSpan.FromSeconds(30);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Aggregate_OtlpEndpointIsSet_ExportsTreeOfSpans()
    {
        await using var collector = await StartCollectorAsync();
        await using var environment = new TestbedEnvironment(Token);
        var settings = CreateSettings(collector);
        var backend = await environment.StartBackendAsync(["--Data:Customers=3", .. settings]);
        var frontend = await environment.StartFrontendAsync(backend, settings: settings);

        using var client = new HttpClient();
        var body = await client.GetStringAsync(
            new Uri(frontend, "/api/customer/1?strategy=buffered-stj&client=shared&fanout=parallel"), Token);
        var calls = 1 + JsonElement.Parse(body).GetProperty("orders").GetArrayLength();
        await Eventually.WaitUntilAsync(
            () => _spans.Count(span => span.Service is "BackendApi") == calls && _spans.Any(IsRoot), WaitLimit);

        var root = _spans.Single(IsRoot);
        root.ParentId.ShouldBeEmpty();
        var trace = _spans.Where(span => span.TraceId == root.TraceId).ToArray();
        var clients = trace.Where(span => span.ParentId == root.Id && span.Name is "GET").ToArray();
        clients.Length.ShouldBe(calls);
        trace.Where(span => span.Service is "BackendApi").Select(span => span.ParentId).Order()
            .ShouldBe(clients.Select(span => span.Id).Order());
        trace.ShouldContain(span => span.Name.StartsWith("HTTP wait_for_connection", StringComparison.Ordinal));
        _spans.ShouldContain(span => span.Name.StartsWith("HTTP connection_setup", StringComparison.Ordinal));
        _spans.ShouldAllBe(span => !span.Name.Contains("/health") && !span.Name.Contains("/metrics"));
        foreach (var tag in (string[])["strategy", "buffered-stj", "client", "shared", "fanout", "parallel"])
            _received.ShouldContain(request => request.Contains(tag, StringComparison.Ordinal), tag);
        // The front-end and the platform have an instrument of this name: a collector would add up both.
        await Eventually.WaitUntilAsync(() => _metrics.Any(request => Count(request) > 0), WaitLimit);
        _metrics.Max(Count).ShouldBe(1);
        (await client.GetStringAsync(new Uri(frontend, "/metrics"), Token)).ShouldNotContain("trace_id");

        static int Count(string request) => Regex.Count(request, Regex.Escape("http.client.request.duration"));
    }

    /// <summary>If every span is sampled, as by Aspire, no parent decides for the calls of a probe.</summary>
    [Fact]
    public async Task ProbesAndRequests_EverySpanIsSampled_ExportTheRequestsOnlyWithNamesOfTheEnvironment()
    {
        await using var collector = await StartCollectorAsync();
        await using var environment = new TestbedEnvironment(Token);
        string[] settings = [.. CreateSettings(collector), "--OTEL_TRACES_SAMPLER=always_on"];
        var backend = await environment.StartBackendAsync(["--Data:Customers=3", .. settings]);
        var names = new Dictionary<string, string>
        {
            ["OTEL_SERVICE_NAME"] = "shop",
            ["OTEL_RESOURCE_ATTRIBUTES"] = "service.instance.id=first,service.name=other",
        };
        var frontend = await environment.StartFrontendAsync(backend, names, settings);

        foreach (var path in (string[])["/health/ready", "/health/live", "/metrics", "/health/ready"])
            await environment.GetAsync(new(frontend, path));
        await environment.GetAsync(new(frontend, "/api/strategies"));
        await environment.GetAsync(new(backend, "/api/customer/1"));

        // Each service exports its spans in the order in which they ended.
        await Eventually.WaitUntilAsync(() => _spans.DistinctBy(span => span.Service).Count() == 2, WaitLimit);
        _spans.Select(span => $"{span.Service}: {span.Name}").ShouldBe(
            ["shop: GET /api/strategies", "BackendApi: GET /api/customer/{id:int}"], ignoreOrder: true);
        _spans.Single(span => span.Service is "shop").Instance.ShouldBe("first");
        _spans.Single(span => span.Service is "BackendApi").Instance.ShouldNotBeEmpty();
    }

    private static string[] CreateSettings(WebApplication collector) =>
    [
        $"--OTEL_EXPORTER_OTLP_ENDPOINT={collector.Urls.Single()}", "--OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf",
        "--OTEL_BSP_SCHEDULE_DELAY=100", "--OTEL_METRIC_EXPORT_INTERVAL=500",
    ];

    private static bool IsRoot(ExportedSpan span) => span is { Service: "FrontendApi", Name: "GET /api/customer/{id:int}" };

    private async Task<WebApplication> StartCollectorAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        var collector = builder.Build();
        collector.Run(async context =>
        {
            using var body = new MemoryStream();
            await context.Request.Body.CopyToAsync(body, context.RequestAborted);
            _received.Add(context.Request.Path.ToString());
            if (context.Request.Path == "/v1/metrics")
                _metrics.Add(Encoding.UTF8.GetString(body.ToArray()));
            if (context.Request.Path != "/v1/traces")
                return;
            _received.Add(Encoding.UTF8.GetString(body.ToArray()));
            foreach (var span in ExportedSpan.Parse(body.ToArray()))
                _spans.Add(span);
        });
        await collector.StartAsync(Token);
        return collector;
    }
}
