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
public sealed class MetricsRegistryTests
{
    private static readonly MetricsRegistry Registry = MetricsRegistry.Read();

    private static readonly string[] Settings =
        ["--Limits:ConcurrentRequests=1000", "--Faults:Active:LatencyMs=1", "--Client:Cache=memory"];

    private static readonly string[] Queries =
        ["", "resilience=standard", "client=per-request", "strategy=webclient-sync", "client=unknown"];

    private static readonly string[] KindsOfUse = ["dashboard", "rule", "alert", "scenario"];

    [Fact]
    public void Registry_EveryEntry_HasANameThatAgreesWithItsTypeAndUnit()
    {
        Registry.FindBadNames().ShouldBeEmpty();
        Registry.All.Select(metric => metric.Name).ShouldBeUnique();
        Registry.All.Where(metric => metric.IsOfDotnet).Select(metric => metric.GetInstrumentName()).ShouldBeUnique();
    }

    [Slow]
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
    public void Queries_OfDashboardsAlertsRulesAndScenarios_ReadRegisteredMetrics()
    {
        var uses = MetricUse.FindAll().ToArray();

        uses.Select(use => use.Kind).Distinct().ShouldBe(KindsOfUse, ignoreOrder: true);
        uses.Where(use => !Registry.All.Any(metric => metric.Matches(use.Name))).ShouldBeEmpty();
        Registry.All.Where(metric => metric.Type is "rule").Select(metric => metric.Name)
            .ShouldBe(uses.Where(use => use.Kind is "rule").Select(use => use.Place).Distinct(), ignoreOrder: true);
    }

    [Fact]
    public void Page_ComparedWithRegistry_IsUpToDate() => ShouldBeUpToDate(
        MetricsPage.Format(Registry, [.. MetricUse.FindAll()]), "docs", "metrics.md");

    [Fact]
    public void SourceOfServices_ComparedWithRegistry_IsUpToDate() => ShouldBeUpToDate(
        MetricsSource.Format(Registry), "service-defaults", "Metrics", "RegisteredMetrics.g.cs");

    /// <summary>The environment variable RENEW=1 writes the file instead, which make generate does.</summary>
    private static void ShouldBeUpToDate(string text, params string[] file)
    {
        var path = Path.Combine([Repository.Root, .. file]);
        if (Environment.GetEnvironmentVariable("RENEW") is "1")
            File.WriteAllText(path, text);

        File.ReadAllText(path).ReplaceLineEndings("\n").ShouldBe(text, "make generate renews the file.");
    }

    internal static bool IsMet(string condition) => condition switch
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
