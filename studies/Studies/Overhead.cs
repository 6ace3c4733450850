namespace Studies.Studies;

/// <summary>What the front-end's flags, metrics and problem details cost: against a hand-written aggregator without them.</summary>
internal static class Overhead
{
    private const string Strategy = "get-from-json";
    private const double MostCpu = 1.25;
    private const int Failed = 2;

    public static async Task<int> RunAsync(Tiers tiers, string[] options)
    {
        var backend = await tiers.StartBackendAsync();
        var frontend = await tiers.StartFrontendAsync(backend);
        var minimal = await tiers.StartFrontendAsync(backend, "MinimalAggregator");
        var results = Results.NewFolder("overhead");
        var exit = await tiers.CompareAsync("overhead", null,
        [
            ("-u", Requests.AnyCustomer(frontend, "?client=shared&fanout=sequential")),
            ("--vary", $"strategy=minimal@{minimal.ToString().TrimEnd('/')},{Strategy}"), ("--baseline", "minimal"),
            ("--rounds", "15"), ("--warmup", "6s"),
            ("--tier", $"back-end={backend}"), ("--name", "overhead"), ("--out", results),
        ], options);
        if (exit is not 0)
            return exit;

        var cpu = Results.Variants(Directory.GetFiles(results, "*.json").Single()).Last()
            .GetProperty("cpu_ratio").GetProperty("value").GetDouble();
        Console.WriteLine($"front-end CPU per request {cpu:0.00} × the minimal aggregator's, {MostCpu} allowed");
        return cpu <= MostCpu ? 0 : Failed;
    }
}
