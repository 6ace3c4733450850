using System.CommandLine;
using System.Diagnostics;
using Studies.Commands;
using Studies.Hosting;
using Studies.LoadTool;
using Studies.Studies;

namespace Studies.Checks;

/// <summary>
/// Proves that every panel of the dashboards shows data. Sends payloads and requests with every strategy, causes client
/// errors, uses one client per request and stops a back-end, while Prometheus records. Then the tests in
/// grafana/tests/live run the queries of the panels.
/// </summary>
internal sealed class DashboardCheck : StudyCommand
{
    // With an adaptive number of heaps, the count of allocated bytes can stand still for the whole check, and then no
    // panel can show the allocation (docs/allocation-counter.md).
    private static readonly IReadOnlyDictionary<string, string> FixedHeapCount =
        new Dictionary<string, string> { ["DOTNET_GCDynamicAdaptationMode"] = "0" };

    private readonly Option<bool> _onlyQueries = new("--only-queries")
    {
        Description = "Check what the queries of the panels return, and draw no panel.",
    };

    public DashboardCheck()
        : base("dashboards", "Checks that every panel of the dashboards shows data.", new RoundsDefinition(7))
    {
        Add(_onlyQueries);
        PassUnknownOptionsTo("load compare");
    }

    public override StudyGroup Group => StudyGroup.Check;

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(110 + (rounds * 4));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var environment = context.Environment;
        var backend = await environment.StartBackendAsync();
        var doomedBackend = await environment.StartBackendAsync(FaultControl.Settings);
        var frontend = await environment.StartFrontendAsync(backend, FixedHeapCount);
        var second = await environment.StartFrontendAsync(doomedBackend, FixedHeapCount);
        var (goFrontends, goBackends) = await StartGoAsync(environment);
        var ownMetrics = FreePort.FindAddress();
        await using var prometheus = await PrometheusServer.StartAsync(environment.Http, new Dictionary<string, Uri[]>
        {
            ["frontend-api"] = [frontend, second],
            ["backend-api"] = [backend, doomedBackend],
            ["frontend-go"] = goFrontends,
            ["backend-go"] = goBackends,
            ["load"] = [ownMetrics],
        }, environment.StopToken);

        var traffic = new DashboardTraffic(context, ownMetrics);
        var from = GetUnixTime();
        await traffic.IngestAsync([frontend, .. goFrontends.Take(1)], [frontend, second, .. goFrontends]);
        var ingested = GetUnixTime();
        var variants = await StrategyComparisonStudy.CreateVariantsAsync(
            environment, frontend, () => Task.FromResult(second));
        // The trials are shorter than the time between two scrapes, and the rounds are enough to tell an order.
        var comparison = await context.CompareAsync("strategies",
            ("--url", frontend.ToString()), ("--variants", variants), VariantResult.MonitorBackend(backend),
            ("--warmup", "1s"), ("--slice", "250ms"), ("--slice-warmup", "100ms"),
            ("--metrics", ownMetrics.ToString()));
        if (!comparison.HasResult)
            return comparison.ToolExitCode;

        var compared = GetUnixTime();
        await traffic.RunSmokeScenarioAsync(frontend);
        await traffic.SendAsync("clients-per-request", frontend, "?client=per-request", "8s");
        var failed = GetUnixTime();
        // The dashboards need a fault to annotate. It comes after the time that the pictures of a healthy system show.
        await new FaultControl(environment, doomedBackend).SetAsync(new { latencyMs = 1 });
        await traffic.SendAsync("fault", second, "", "6s");
        await environment.StopAsync(doomedBackend);
        await traffic.FailAsync("back-end-gone", second, "", "6s", "502");
        await traffic.FailAsync("circuit-open", second, "?resilience=breaker", "10s", "502,503");

        return await ProcessRunner.RunAsync(new ProcessStartInfo(
            "npm", ["run", "--silent", context.Get(_onlyQueries) ? "live-queries" : "live"])
        {
            WorkingDirectory = ProgramLocator.GetPath("grafana"),
            Environment =
            {
                ["PROMETHEUS"] = RequestUrls.FormatBaseUrl(prometheus.Address),
                ["FROM"] = $"{from}",
                ["REPORT"] = comparison.Path!,
                ["WINDOWS"] = $"{from},{ingested},{compared},{failed},{GetUnixTime()}",
            },
        }, environment.StopToken);
    }

    private static long GetUnixTime() => TimeProvider.System.GetUtcNow().ToUnixTimeSeconds();

    /// <returns>
    /// The addresses of two front-ends written in Go and of the back-end that they share; empty lists if Go is not
    /// installed.
    /// </returns>
    private static async Task<(Uri[] Frontends, Uri[] Backends)> StartGoAsync(TestbedEnvironment environment)
    {
        if (!GoPeer.IsGoInstalled)
        {
            Console.WriteLine("  Go is not installed, so the Ingestion dashboard shows only .NET.");
            return ([], []);
        }

        var backend = await environment.StartGoBackendAsync();
        var first = await environment.StartGoFrontendAsync(backend);
        return ([first, await environment.StartGoFrontendAsync(backend)], [backend]);
    }
}
