using System.Globalization;
using Studies.Hosting;
using Studies.LoadTool;

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
            ["--Data:Customers=3", "--Faults:Active:LatencyMs=1", .. collector.Settings]);
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

        await ShouldHaveExemplarAsync(environment.Http, frontend, root.TraceId);
    }

    [Fact]
    public async Task LoadToolWithTraceOption_LoadServices_ShowsTreesOfSlowestRequests()
    {
        var folder = Directory.CreateTempSubdirectory();
        try
        {
            var (sink, log) = (FreePort.FindAddress(), Path.Combine(folder.FullName, "output.txt"));
            await using var environment = new TestbedEnvironment(Token);
            string[] settings =
            [
                $"--OTEL_EXPORTER_OTLP_ENDPOINT={sink}", "--OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf",
                "--OTEL_BSP_SCHEDULE_DELAY=100",
            ];
            var backend = await environment.StartBackendAsync(["--Data:Customers=3", .. settings]);
            var frontend = await environment.StartFrontendAsync(backend, settings: settings);
            await using var load = new LoadToolRunner(Token);

            await load.RunWithoutDisplayAsync(
                new LoadCommand("run", folder.FullName)
                {
                    Options =
                    [
                        ("--url", $"{frontend}api/customer/1"), ("--count", "20"), ("--connections", "2"),
                        ("--trace", $"{sink}"),
                    ],
                },
                log);

            var lines = await File.ReadAllLinesAsync(log, Token);
            lines.Count(line => line.Contains("  GET /api/customer/1  200  trace ", StringComparison.Ordinal))
                .ShouldBe(5, string.Join('\n', lines));
            lines.Count(line => line.StartsWith("    FrontendApi GET /api/customer/{id:int} ", StringComparison.Ordinal))
                .ShouldBe(5);
            lines.Count(line => line.StartsWith("      FrontendApi GET ", StringComparison.Ordinal)).ShouldBeGreaterThan(5);
            lines.Count(line => line.StartsWith("        BackendApi GET /api/customer", StringComparison.Ordinal))
                .ShouldBeGreaterThan(5);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    /// <summary>
    /// Checks that the duration of the only traced request is an exemplar in OpenMetrics, and that the older text
    /// format has none.
    /// </summary>
    private static async Task ShouldHaveExemplarAsync(HttpClient http, Uri service, string traceId)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, new Uri(service, "/metrics"));
        request.Headers.Accept.ParseAdd("application/openmetrics-text; version=1.0.0, text/plain; q=0.5");
        using var response = await http.SendAsync(request, Token);
        var text = await response.Content.ReadAsStringAsync(Token);

        response.Content.Headers.ContentType!.MediaType.ShouldBe("application/openmetrics-text");
        text.ShouldEndWith("\n# EOF\n");
        text.ShouldContain("# TYPE dotnet_thread_pool_work_item_count counter\n", Case.Sensitive);
        var exemplar = text.Split('\n')
            .Where(line => line.StartsWith("http_server_request_duration_seconds_bucket{", StringComparison.Ordinal))
            .Single(line => line.Contains($" # {{trace_id=\"{traceId}\",span_id=\"", StringComparison.Ordinal));
        var upperBound = double.Parse(exemplar.Split("le=\"")[1].Split('"')[0], CultureInfo.InvariantCulture);
        var value = double.Parse(exemplar.Split("\"} ")[^1].Split(' ')[0], CultureInfo.InvariantCulture);
        value.ShouldBeInRange(0, upperBound);
        (await http.GetStringAsync(request.RequestUri, Token)).ShouldNotContain("trace_id");
    }

    private static bool IsServer(Span span, string service) => span.Kind is SpanKind.Server && span.Service == service;
}
