using Studies.Hosting;
using Testing;

namespace EndToEnd.Tests.Tracing;

[TimeLimit(120)]
public sealed class TraceTests
{
    private static readonly TimeSpan WaitLimit = TimeSpan.FromSeconds(30);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Aggregate_OtlpEndpointIsSet_ExportsTreeOfSpans()
    {
        await using var collector = await OtlpCollector.StartAsync();
        await using var environment = new TestbedEnvironment(Token);
        var backend = await environment.StartBackendAsync(
            ["--Data:Customers=3", "--Faults:Enabled=true", "--Faults:Token=0123456789abcdef",
                "--Faults:Active:LatencyMs=1", .. collector.Settings]);
        var frontend = await environment.StartFrontendAsync(backend, settings: collector.Settings);

        var body = await environment.GetAsync(
            new Uri(frontend, "/api/customer/1?strategy=buffered-stj&client=shared&fanout=parallel"));
        using var document = System.Text.Json.JsonDocument.Parse(body);
        var calls = 1 + document.RootElement.GetProperty("orders").GetArrayLength();
        await Eventually.WaitUntilAsync(
            () => collector.Spans.Count(span => IsServer(span, "BackendApi")) == calls
                && collector.Spans.Any(span => IsServer(span, "FrontendApi")),
            WaitLimit);

        var root = collector.Spans.Single(span => IsServer(span, "FrontendApi"));
        root.Name.ShouldBe("GET /api/customer/{id:int}");
        root.ParentId.ShouldBeEmpty();
        root.Tags["strategy"].ShouldBe("buffered-stj");
        root.Tags["client_lifetime"].ShouldBe("shared");
        root.Tags["fanout"].ShouldBe("parallel");
        root.Tags["resilience"].ShouldBe("none");
        var trace = collector.Spans.Where(span => span.TraceId == root.TraceId).ToArray();
        var clients = trace.Where(span => span.Kind is SpanKind.Client && span.ParentId == root.Id).ToArray();
        clients.Length.ShouldBe(calls);
        var servers = trace.Where(span => IsServer(span, "BackendApi")).ToArray();
        servers.Select(span => span.ParentId).Order().ShouldBe(clients.Select(span => span.Id).Order());
        servers.ShouldAllBe(span => span.Tags["fault"] == "latency");
        trace.Count(span => span.Name.StartsWith("HTTP wait_for_connection", StringComparison.Ordinal))
            .ShouldBeGreaterThan(0);
        collector.Spans.Count(span => span.Name.StartsWith("HTTP connection_setup", StringComparison.Ordinal))
            .ShouldBeGreaterThan(0);
        collector.Spans.ShouldAllBe(span => !span.Name.Contains("/health") && !span.Name.Contains("/metrics"));
        await Eventually.WaitUntilAsync(() => collector.CountRequests("/v1/metrics") > 0, WaitLimit);
    }

    private static bool IsServer(Span span, string service) => span.Kind is SpanKind.Server && span.Service == service;
}
