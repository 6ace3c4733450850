namespace Experiments.Checks;

/// <summary>
/// Proves that every panel of the dashboards shows data. Sends payloads and requests with every strategy, causes
/// client errors, uses one client per request and stops a back-end, while Prometheus records. Then the tests in
/// grafana/tests/live run the queries of the panels, draw the panels, and compare the costs of each strategy with those
/// that the load tool measured.
/// </summary>
internal sealed class DashboardCheck : StudyCommand
{
    private const string FaultsToken = "only-for-this-check";
    private const string Alert = "TierDown";
    private const string FiringAlert = $"/api/v1/query?query=ALERTS{{alertname=\"{Alert}\",alertstate=\"firing\"}}";
    private static readonly TimeSpan AlertTimeout = TimeSpan.FromMinutes(2);
    private static readonly TimeSpan AlertInterval = TimeSpan.FromMilliseconds(500);

    // With an adaptive number of heaps, the count of allocated bytes can stand still for the whole check, and then no
    // panel can show the allocation (docs/reference.md).
    private static readonly Dictionary<string, string> FixedHeapCount = new() { ["DOTNET_GCDynamicAdaptationMode"] = "0" };

    // With tiers, a strategy can get three times as fast within its turn, of which the dashboard weighs the middle most.
    private static readonly Dictionary<string, string> Steady =
        new(FixedHeapCount) { ["DOTNET_TieredCompilation"] = "0" };

    private readonly Option<bool> _pictures = new("--pictures")
    {
        Description = "Also take new pictures of the dashboards for docs/dashboards, under the load of make load. "
            + "Needs the package webp.",
    };

    public DashboardCheck()
        : base("dashboards", "Checks that every panel of the dashboards shows data.", rounds: null)
    {
        Add(_pictures);
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(arguments.GetRequiredValue(_pictures) ? 540 : 250);

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var (environment, stop) = (context.Environment, context.Environment.StopToken);
        var isForPictures = context.Get(_pictures);
        var variables = isForPictures ? FixedHeapCount : Steady;
        var backend = await environment.StartBackendAsync();
        var doomedBackend = await environment.StartBackendAsync($"--Faults:Token={FaultsToken}");
        var frontend = await environment.StartFrontendAsync(backend, variables);
        var second = await environment.StartFrontendAsync(doomedBackend, variables);
        Uri[] goBackends = GoPeer.IsGoInstalled ? [await environment.StartGoBackendAsync()] : [];
        Uri[] goFrontends = goBackends is not [var behind] ? []
            : [await environment.StartGoFrontendAsync(behind), await environment.StartGoFrontendAsync(behind)];
        if (goBackends is [])
            Console.WriteLine("  Go is not installed, so the Ingestion dashboard shows only .NET.");
        var traffic = new DashboardTraffic(context);
        var targets = new Dictionary<string, Uri[]>
        {
            ["frontend-api"] = [frontend],
            ["frontend-webclient"] = [second],
            ["backend-api"] = [backend, doomedBackend],
            ["frontend-go"] = goFrontends,
            ["backend-go"] = goBackends,
            ["load"] = [traffic.OwnMetrics],
        };
        await using var prometheus = await PrometheusServer.StartAsync(context.ResultsFolder, targets, stop);

        // The second front-end gets payloads and nothing else, so that their cost is known. It later loses its
        // back-end, while the first one gets all the rest.
        var from = GetUnixTime();
        await traffic.IngestAsync([second, .. goFrontends], isForPictures);
        var ingested = GetUnixTime();
        var parade = await traffic.ParadeAsync(frontend, second, isForPictures);
        var paraded = GetUnixTime();
        await traffic.RunSmokeScenarioAsync(frontend);
        await traffic.SendAsync("clients-per-request", frontend, "?client=per-request", "6s");
        await DelayAnswersAsync(environment, doomedBackend);
        await traffic.SendAsync("fault", second, "", "6s");
        await environment.StopAsync(doomedBackend);
        await traffic.FailAsync("back-end-gone", second, "", "6s", "502");
        // The circuit of standard would open too late, because its retries wait.
        await traffic.FailAsync("circuit-open", second, "?resilience=hedging", "10s", "502", "503");
        // The alert about the stopped back-end fires until the end. If it does not, the tests find an empty panel.
        var waiting = Stopwatch.GetTimestamp();
        var query = new Uri(prometheus.Address, FiringAlert);
        while (!(await environment.GetAsync(query)).Contains(Alert, StringComparison.Ordinal)
            && Stopwatch.GetElapsedTime(waiting) < AlertTimeout)
        {
            await Task.Delay(AlertInterval, stop);
        }

        using var tests = Process.Start(new ProcessStartInfo(
            "npm", ["run", "--silent", isForPictures ? "pictures" : "live"])
        {
            WorkingDirectory = ProgramLocator.GetPath("grafana"),
            Environment =
            {
                ["PROMETHEUS"] = RequestUrls.FormatBaseUrl(prometheus.Address),
                ["FROM"] = $"{from}",
                ["PARADE"] = Path.GetFullPath(parade),
                ["WINDOWS"] = $"{from},{ingested},{paraded}",
            },
        })!;
        return await ProcessRunner.WaitForExitAsync(tests, stop);
    }

    private static long GetUnixTime() => TimeProvider.System.GetUtcNow().ToUnixTimeSeconds();

    private static async Task DelayAnswersAsync(TestbedEnvironment environment, Uri backend)
    {
        using var fault = new HttpRequestMessage(HttpMethod.Put, new Uri(backend, "/faults"))
        {
            Content = new StringContent("""{"latencyMs": 1}""", null, "application/json"),
            Headers = { { "X-Faults-Token", FaultsToken } },
        };
        using var response = await environment.Http.SendAsync(fault, environment.StopToken);
        response.EnsureSuccessStatusCode();
    }
}
