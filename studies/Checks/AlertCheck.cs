using System.Diagnostics;
using System.Text.Json;

namespace Studies.Checks;

/// <summary>Makes an alert fire, for real: what it needs is done to tiers that a Prometheus watches, until it does.</summary>
internal static class AlertCheck
{
    private const int NotFired = 2;
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(2);
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    /// <summary>Query and options of the load, and whether the back-end is taken away.</summary>
    private static readonly Dictionary<string, (string Query, string[] Load, bool BackendGone)> Causes = new()
    {
        ["TierDown"] = ("", ["--rate", "5/s"], true),
        ["ErrorShare"] = ("", ["--rate", "20/s"], true),
        ["SlowAnswers"] = ("?strategy=read-as-async-2014", ["-c", "100"], false),
        ["CpuSaturated"] = ("?strategy=read-as-async-2014", ["-c", "10"], false),
        ["PoolStarved"] = ("?strategy=webclient-sync", ["-c", "300"], false),
        ["ConnectionsChurning"] = ("?client=per-request", ["--rate", "50/s"], false),
        ["CircuitOpen"] = ("?resilience=standard", ["--rate", "50/s", "-c", "50"], true),
    };

    public static async Task<int> RunAsync(Tiers tiers, string[] options)
    {
        var names = options is [] or ["all"] ? [.. Causes.Keys] : options;
        if (names.FirstOrDefault(name => !Causes.ContainsKey(name)) is { } unknown)
        {
            Console.WriteLine($"No alert {unknown}. There are: {string.Join(", ", Causes.Keys)}, all.");
            return 64;
        }

        var exit = 0;
        foreach (var name in names)
            exit = Math.Max(exit, await FireAsync(tiers, name));
        return exit;
    }

    private static async Task<int> FireAsync(Tiers tiers, string name)
    {
        var (query, load, backendGone) = Causes[name];
        var backend = await tiers.StartBackendAsync();
        // Inherited by the front-end. It believes that one core is all it may use, as a container's limit would tell it: two
        // it could not fill beside the load tool.
        if (name is "CpuSaturated")
            Environment.SetEnvironmentVariable("DOTNET_PROCESSOR_COUNT", "1");
        var frontend = await tiers.StartFrontendAsync(backend);
        Environment.SetEnvironmentVariable("DOTNET_PROCESSOR_COUNT", null);
        await using var prometheus = new PrometheusServer(new Dictionary<string, Uri[]>
        {
            ["frontend-api"] = [frontend],
            ["backend-api"] = [backend],
        });
        if (backendGone)
            await tiers.StopAsync(backend);

        using var done = new CancellationTokenSource();
        var started = Stopwatch.GetTimestamp();
        var sending = tiers.LoadAsync(["run", "-u", Requests.AnyCustomer(frontend, query), .. load, "--warmup", "0s",
            "--duration", $"{Limit.TotalSeconds}s", "--name", name, "--out", Results.NewFolder("alert")], done.Token);
        var summary = await FiringAsync(tiers, new Uri(prometheus.Address, "/api/v1/alerts"), name, started);
        await done.CancelAsync();
        await sending;
        Console.WriteLine(summary is null
            ? $"\n  {name} did not fire within {Limit.TotalSeconds} s"
            : $"\n  {name} fired after {Stopwatch.GetElapsedTime(started).TotalSeconds:0} s: {summary}");

        await tiers.StopAsync(frontend);
        if (!backendGone)
            await tiers.StopAsync(backend);
        return summary is null ? NotFired : 0;
    }

    /// <returns>Its summary; null when it did not fire in time.</returns>
    private static async Task<string?> FiringAsync(Tiers tiers, Uri alerts, string name, long started)
    {
        while (Stopwatch.GetElapsedTime(started) < Limit)
        {
            await tiers.WaitAsync(Interval);
            var firing = JsonDocument.Parse(await tiers.GetAsync(alerts)).RootElement
                .GetProperty("data").GetProperty("alerts").EnumerateArray().FirstOrDefault(alert =>
                    alert.GetProperty("state").GetString() is "firing"
                    && alert.GetProperty("labels").GetProperty("alertname").GetString() == name);
            if (firing.ValueKind is JsonValueKind.Object)
                return firing.GetProperty("annotations").GetProperty("summary").GetString();
        }

        return null;
    }
}
