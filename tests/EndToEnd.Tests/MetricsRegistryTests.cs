using System.Net.Http.Headers;
using EndToEnd.Tests.Documentation;
using Load.Engine;
using Load.Live;
using Load.Metrics;
using Studies.Hosting;
using PrometheusText = Testing.PrometheusText;

namespace EndToEnd.Tests;

/// <summary>
/// Compares the registry of metrics with the programs that expose metrics, with the queries that read them, and with
/// the files that are made from it.
/// </summary>
[TimeLimit(120)]
public sealed class MetricsRegistryTests
{
    private static readonly MetricsRegistry Registry = MetricsRegistry.Read();

    private static readonly string[] Settings =
        ["--Limits:ConcurrentRequests=1000", "--Faults:Active:LatencyMs=1", "--Client:Cache=memory"];

    private static readonly string[] Queries =
        ["", "resilience=standard", "client=per-request", "strategy=webclient-sync", "client=unknown"];

    private static readonly string[] KindsOfUse = ["dashboard", "rule", "alert", "scenario"];

    [Fact]
    public void Registry_EveryEntry_AgreesWithItself() => Registry.FindBadEntries().ShouldBeEmpty();

    [Fact]
    public async Task Services_AfterEveryKindOfRequest_ExposeTheRegisteredMetrics()
    {
        var cancellation = TestContext.Current.CancellationToken;
        await using var backend = await ServiceProcess.StartAsync(
            "BackendApi", PeakMonitor.Variables, Settings, cancellation);
        await using var frontend = await ServiceProcess.StartAsync(
            "FrontendApi", PeakMonitor.Variables, [$"--Backend:BaseAddress={backend.Address}", .. Settings],
            cancellation);
        using var client = new HttpClient { BaseAddress = frontend.Address };
        foreach (var query in Queries)
            using (await client.GetAsync($"/api/customer/1?{query}", cancellation)) { }
        using var payload = new StringContent("""{"data": "{}"}""", new MediaTypeHeaderValue("application/json"));
        using (var accepted = await client.PostAsync("/ingest/event", payload, cancellation))
            accepted.EnsureSuccessStatusCode();

        // A service records a request just after the response, and a connection after its end.
        await Eventually.WaitUntilAsync(async () =>
            (await ScrapeAsync(frontend.Address)).Types.ContainsKey("http_client_connection_duration_seconds"));
        foreach (var service in new[] { frontend, backend })
        {
            await Eventually.WaitUntilAsync(async () =>
                (await ScrapeAsync(service.Address)).Types.ContainsKey("kestrel_connection_duration_seconds"));
        }

        string[] exposed = [await ReadAsync(frontend.Address), await ReadAsync(backend.Address)];
        string[] found =
        [
            .. Registry.FindDifferences("frontend", PrometheusText.Parse(exposed[0]), IsMet),
            .. Registry.FindDifferences("backend", PrometheusText.Parse(exposed[1]), IsMet),
        ];
        found.ShouldBeEmpty();
        foreach (var text in exposed)
            await Promtool.ShouldAcceptAsync(text);
    }

    [Fact]
    public void LoadTool_DuringARun_ExposesTheRegisteredMetrics()
    {
        var progress = new RunProgress();
        progress.StartStage(
            new ActiveStage("a", ActiveStage.MeasuredStageName, 1, new Measurement(TimeProvider.System)));
        var exposed = PrometheusText.Parse(new ToolMetrics("scenario", progress, () => TimeSpan.FromSeconds(1)).Format());

        Registry.FindDifferences("load", exposed, IsMet).ShouldBeEmpty();
    }

    [Fact]
    public async Task ServicesInGo_AfterAPayload_ExposeTheRegisteredMetrics()
    {
        await using var services = new GoServices();
        services.SkipIfUnavailable();
        await services.InitializeAsync();
        (await services.PostAsync("front-end", IngestionServices.CreatePayload("{}"))).Status.ShouldBe(200);

        PrometheusText[] exposed =
        [
            PrometheusText.Parse(await services.ReadMetricsAsync("front-end")),
            PrometheusText.Parse(await services.ReadMetricsAsync("behind")),
        ];

        // Each of the pair has metrics that the other one lacks.
        var found = exposed.SelectMany(tier => Registry.FindDifferences("go", tier, IsMet)).CountBy(finding => finding);
        found.Where(finding => finding.Value > 1 || !finding.Key.Contains("does not expose", StringComparison.Ordinal))
            .ShouldBeEmpty();
    }

    [Fact]
    public void Queries_OfDashboardsAlertsRulesAndScenarios_ReadRegisteredMetrics()
    {
        var uses = MetricUse.FindAll().ToArray();

        uses.Select(use => use.Kind).Distinct().ShouldBe(KindsOfUse, ignoreOrder: true);
        Registry.FindStrays(uses).ShouldBeEmpty();
        Registry.All.Where(metric => metric.Type is "rule").Select(metric => metric.Name)
            .ShouldBe(uses.Where(use => use.Kind is "rule").Select(use => use.Place).Distinct(), ignoreOrder: true);
    }

    [Fact]
    public void Page_ComparedWithRegistry_IsUpToDate() => ShouldBeUpToDate(
        MetricsPage.Format(Registry, [.. MetricUse.FindAll()]), "docs", "metrics.md");

    [Fact]
    public void SourceOfServices_ComparedWithRegistry_IsUpToDate() => ShouldBeUpToDate(
        MetricsSource.Format(Registry), "service-defaults", "Metrics", "RegisteredMetrics.g.cs");

    [Theory]
    [InlineData("sum by (job) (rate(a_total{b=\"c_total\"}[20s])) / on (job) d_bytes", "a_total d_bytes")]
    [InlineData("histogram_quantile(0.99, sum by (le) (rate(a_bucket{job=~\"$job\"}[$__range]))) >= 0", "a_bucket")]
    [InlineData("label_values(up{job=\"x\"}, instance)", "up")]
    [InlineData("max without(x) (a) or 0 * job:b:rate1s unless group_left vector(1)", "a job:b:rate1s group_left")]
    public void Query_NamesOfMetrics_AreFound(string query, string names) =>
        string.Join(' ', MetricUse.FindNames(query)).ShouldBe(names);

    [Theory]
    [InlineData("# HELP a_total A.\n# TYPE a_total counter\na_total{x=\"1\"} 1\n", "")]
    [InlineData("# HELP a_total A.\n# TYPE a_total gauge\na_total 1\n", "is a gauge, and registered as counter")]
    [InlineData("# HELP a_total A.\n# TYPE a_total counter\na_total{y=\"1\"} 1\n", "has the label y")]
    [InlineData("# HELP b A.\n# TYPE b gauge\nb 1\n", "b of load is not registered|a_total is registered for load")]
    public void Exposition_PlantedStray_IsFound(string text, string findings)
    {
        var registry = MetricsRegistry.Parse(
            "Group:\n  - { name: a_total, type: counter, unit: calls, from: [load], labels: [x], meaning: None. }\n");

        var found = registry.FindDifferences("load", PrometheusText.Parse(text), IsMet).ToArray();

        found.Length.ShouldBe(findings.Split('|', StringSplitOptions.RemoveEmptyEntries).Length);
        foreach (var (finding, part) in found.Zip(findings.Split('|')))
            finding.ShouldContain(part);
    }

    [Theory]
    [InlineData("name: a_total, type: gauge, unit: calls", "end with _total")]
    [InlineData("name: a_seconds, type: gauge, unit: bytes", "which the name contradicts")]
    public void Registry_PlantedContradiction_IsFound(string entry, string finding)
    {
        var registry = MetricsRegistry.Parse($"Group:\n  - {{ {entry}, from: [load], labels: [], meaning: None. }}\n");

        registry.FindBadEntries().ShouldContain(found => found.Contains(finding, StringComparison.Ordinal));
        registry.FindStrays([new("b", "dashboard", "Mine")])
            .ShouldBe(["b in Mine is not registered in prometheus/metrics.yaml."]);
    }

    /// <summary>The environment variable RENEW=1 writes the file instead, which make generate does.</summary>
    private static void ShouldBeUpToDate(string text, params string[] file)
    {
        var path = Path.Combine([Repository.Root, .. file]);
        if (Environment.GetEnvironmentVariable("RENEW") is "1")
            File.WriteAllText(path, text);

        File.ReadAllText(path).ReplaceLineEndings("\n").ShouldBe(text, "make generate renews the file.");
    }

    private static bool IsMet(string condition) => condition switch
    {
        "the peak monitor is loaded (peers/peak-monitor)" or "a fault is in force" or "a fault was injected" => true,
        "a request had another value of resilience than none" or "a request had resilience=standard or breaker" => true,
        "Linux" => OperatingSystem.IsLinux(),
        _ => condition.StartsWith("Limits:ConcurrentRequests is set", StringComparison.Ordinal),
    };

    private static async Task<PrometheusText> ScrapeAsync(Uri service) =>
        PrometheusText.Parse(await ReadAsync(service));

    private static async Task<string> ReadAsync(Uri service)
    {
        using var client = new HttpClient { BaseAddress = service };
        return await client.GetStringAsync("/metrics", TestContext.Current.CancellationToken);
    }
}
