using System.Net.Http.Headers;
using TwoTier.Load.Engine;
using TwoTier.Load.Cli;
using TwoTier.Load.Metrics;
using Experiments.Metrics;
using PrometheusText = Testing.PrometheusText;

namespace EndToEnd.Tests;

/// <summary>Compares the registry of metrics with the programs that expose them.</summary>
public sealed class MetricsRegistryTests
{
    private static readonly IReadOnlyList<RegisteredMetric> Registry = MetricsRegistry.Read();

    private const string Limit = "--Limits:ConcurrentRequests=1000";

    private static readonly string[] Queries =
        ["", "resilience=standard", "client=per-request", "strategy=webclient-sync", "client=unknown"];

    [Slow]
    [Fact]
    public async Task Services_AfterEveryKindOfRequest_ExposeTheRegisteredMetrics()
    {
        var cancellation = TestContext.Current.CancellationToken;
        await using var backend = await ServiceProgram.StartAsync(
            "BackendApi", [Limit, "--Faults:Active:LatencyMs=1"], cancellation);
        await using var frontend = await ServiceProgram.StartAsync(
            "FrontendApi", [$"--Backend:BaseAddress={backend.Address}", Limit], cancellation);
        using var client = new HttpClient { BaseAddress = frontend.Address };
        foreach (var query in Queries)
            using (await client.GetAsync($"/api/customer/1?{query}", cancellation)) { }
        using var payload = new StringContent("""{"data": "{}"}""", new MediaTypeHeaderValue("application/json"));
        using (var accepted = await client.PostAsync("/ingest/event", payload, cancellation))
            accepted.EnsureSuccessStatusCode();

        // A service records a request just after the response, and a connection after its end.
        await WaitForAsync(frontend, "http_client_connection_duration_seconds");
        foreach (var service in new[] { frontend, backend })
            await WaitForAsync(service, "kestrel_connection_duration_seconds");

        string[] exposed = [await ReadAsync(frontend.Address), await ReadAsync(backend.Address)];
        string[] found =
        [
            .. FindDifferences("frontend", PrometheusText.Parse(exposed[0])),
            .. FindDifferences("backend", PrometheusText.Parse(exposed[1])),
        ];
        found.ShouldBeEmpty();
        foreach (var text in exposed)
            await Promtool.ShouldAcceptAsync(text);
    }

    [Fact]
    public async Task LoadTool_DuringARun_ExposesTheRegisteredMetrics()
    {
        var progress = new RunProgress();
        progress.StartStage(
            new ActiveStage("a", ActiveStage.MeasuredStageName, 1, new Measurement(TimeProvider.System)));
        var port = FreePort.FindAddress().Port;
        using var metrics = new ToolMetrics(port, "scenario", progress, () => TimeSpan.FromSeconds(1));
        using var client = new HttpClient();

        var exposed = await client.GetStringAsync(
            $"http://127.0.0.1:{port}/metrics", TestContext.Current.CancellationToken);

        FindDifferences("load", PrometheusText.Parse(exposed)).ShouldBeEmpty();
        await Promtool.ShouldAcceptAsync(exposed);
    }

    /// <summary>Whether a name is that of a metric, or one of the series of a histogram.</summary>
    private static bool IsOf(RegisteredMetric metric, string name) => name == metric.Name
        || (metric.Type is "histogram" && name.StartsWith($"{metric.Name}_", StringComparison.Ordinal)
            && name[(metric.Name.Length + 1)..] is "bucket" or "sum" or "count");

    /// <summary>
    /// Compares the metrics that a program exposes with those that are registered for the program: no metric may be
    /// missing, and none may have another type or another label than it is registered with.
    /// </summary>
    internal static IEnumerable<string> FindDifferences(string program, PrometheusText exposed)
    {
        var expected = Registry.Where(metric => metric.From.Contains(program)).ToDictionary(metric => metric.Name);
        foreach (var (name, type) in exposed.Types)
        {
            if (!expected.TryGetValue(name, out var metric))
                yield return $"{name} of {program} is not registered in prometheus/metrics.yaml.";
            else if (metric.Type != type)
                yield return $"{name} of {program} is a {type}, and registered as {metric.Type}.";
        }

        foreach (var (name, label) in exposed.FindLabels())
        {
            if (Registry.FirstOrDefault(one => IsOf(one, name)) is { } metric && !metric.Labels.Contains(label))
                yield return $"{name} of {program} has the label {label}, which is not registered.";
        }

        foreach (var metric in expected.Values)
        {
            if (!exposed.Types.ContainsKey(metric.Name) && (metric.When is "" || IsMet(metric.When)))
                yield return $"{metric.Name} is registered for {program}, which does not expose it.";
        }
    }

    private static bool IsMet(string condition) => condition switch
    {
        "a fault is in force" or "a fault was injected" => true,
        "Linux" => OperatingSystem.IsLinux(),
        _ => condition.StartsWith("Limits:ConcurrentRequests is set", StringComparison.Ordinal),
    };

    private static Task WaitForAsync(ServiceProcess service, string metric) => Eventually.WaitUntilAsync(
        async () => PrometheusText.Parse(await ReadAsync(service.Address)).Types.ContainsKey(metric));

    private static async Task<string> ReadAsync(Uri service)
    {
        using var client = new HttpClient { BaseAddress = service };
        return await client.GetStringAsync("/metrics", TestContext.Current.CancellationToken);
    }
}
