using System.Diagnostics;

namespace Studies.Checks;

/// <summary>
/// The dashboards' tests: payloads, every strategy, phases with mistakes of the caller's, clients made for each request, a
/// back-end that is gone, all watched by a Prometheus; then the queries and the pictures of grafana/tests/live.
/// </summary>
internal static class DashboardCheck
{
    /// <summary>Long enough for a strategy to be alone between several scrapes: its cost can be told only then.</summary>
    private const string Slice = "6s";

    public static async Task<int> RunAsync(Tiers tiers, string[] options)
    {
        var backend = await tiers.StartBackendAsync();
        var doomed = await tiers.StartBackendAsync();
        var frontend = await tiers.StartFrontendAsync(backend);
        var second = await tiers.StartFrontendAsync(doomed);
        var (goFrontends, goBackends) = await StartGoAsync(tiers);
        var own = PrometheusServer.FreeAddress();
        await using var prometheus = new PrometheusServer(new Dictionary<string, Uri[]>
        {
            ["frontend-api"] = [frontend, second],
            ["backend-api"] = [backend, doomed],
            ["frontend-go"] = goFrontends,
            ["backend-go"] = goBackends,
            ["load"] = [own],
        });

        var from = TimeProvider.System.GetUtcNow().ToUnixTimeSeconds();
        string[] watched = ["--metrics", own.ToString(), "--out", Results.NewFolder("observe")];
        await IngestAsync(tiers, [frontend, .. goFrontends.Take(1)], [frontend, second, .. goFrontends], watched);
        // Figures are not what this is for: one WebClient may share its process with others, but not with the other WebClient.
        var forWebClients = new Queue<Uri>([frontend, second]);
        var exit = await tiers.LoadAsync(["compare", Command.Scenario("strategies"), "-u", frontend.ToString(),
            "--variants", await StrategyComparison.VariantsAsync(tiers, frontend, () => Task.FromResult(forWebClients.Dequeue())),
            "--tier", $"back-end={backend}", "--rounds", "2", "--slice", Slice, "--warmup", "1s", .. watched, .. options]);
        // Figures that cannot be quoted are traffic all the same.
        if (exit is not (0 or Tiers.LoadInvalid))
            return exit;

        await tiers.LoadAsync(["run", Command.Scenario("smoke"), "-u", frontend.ToString(), .. watched]);
        await SendAsync("clients-per-request", frontend, "?client=per-request", "8s", "200");
        await tiers.StopAsync(doomed);
        await SendAsync("back-end-gone", second, "", "6s", "502");
        await SendAsync("circuit-open", second, "?resilience=standard", "10s", "502,503");

        return await tiers.RunAsync(new ProcessStartInfo("npm", ["run", "--silent", "live"])
        {
            WorkingDirectory = "grafana",
            Environment = { ["PROMETHEUS"] = prometheus.Address.ToString().TrimEnd('/'), ["FROM"] = $"{from}" },
        });

        Task<int> SendAsync(string name, Uri target, string query, string duration, string expected) =>
            tiers.LoadAsync(["run", "-u", Requests.AnyCustomer(target, query), "--rate", "60/s", "-c", "20", "--warmup", "0s",
                "--duration", duration, "--expect-status", expected, "--name", name, .. watched]);
    }

    /// <summary>
    /// Comes first, because what a payload costs is told only of a process that does nothing else; and lasts until it is
    /// compiled.
    /// </summary>
    private static async Task IngestAsync(Tiers tiers, Uri[] one, Uri[] two, string[] watched)
    {
        await SendAsync("one-front-end", one, "10s", [Command.Scenario("scale-out"), "--rate", "400/s"]);
        await SendAsync("two-front-ends", two, "25s", [Command.Scenario("scale-out"), "--rate", "400/s"]);
        await SendAsync("bad-payloads", [.. one.Select(target => new Uri(target, "/ingest/event"))], "4s",
            ["--rate", "60/s", "-H", "Content-Type: application/json", "--body", "{", "--expect-status", "400"]);

        Task<int> SendAsync(string name, Uri[] targets, string duration, string[] what) =>
            tiers.LoadAsync(["run", .. what, .. At(targets), "--warmup", "0s", "--duration", duration, "--name", name, .. watched]);
    }

    private static IEnumerable<string> At(IEnumerable<Uri> targets) => targets.SelectMany(target => (string[])["-u", target.ToString()]);

    /// <returns>Two front-ends and their back-end; none where there is no Go to build them with.</returns>
    private static async Task<(Uri[] Frontends, Uri[] Backends)> StartGoAsync(Tiers tiers)
    {
        if (!IngestGo.CanBuild)
        {
            Console.WriteLine("  go is not installed: the Ingestion dashboard will show .NET alone");
            return ([], []);
        }

        var backend = await tiers.StartGoBackendAsync();
        return ([await tiers.StartGoFrontendAsync(backend), await tiers.StartGoFrontendAsync(backend)], [backend]);
    }
}
