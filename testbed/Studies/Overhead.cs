namespace Testbed.Studies;

/// <summary>What the front-end's flags, metrics and problem details cost: against a hand-written aggregator without them.</summary>
internal static class Overhead
{
    private const string Strategy = "get-from-json";

    public static async Task<int> RunAsync(Tiers tiers, string[] options)
    {
        var backend = await tiers.StartBackendAsync();
        var frontend = await tiers.StartFrontendAsync(backend);
        var minimal = await tiers.StartFrontendAsync(backend, "MinimalAggregator");
        return await tiers.CompareAsync(
        [
            ("-u", Requests.AnyCustomer(frontend, "?client=shared&fanout=sequential")),
            ("--vary", $"strategy=minimal@{minimal.ToString().TrimEnd('/')},{Strategy}"), ("--baseline", "minimal"),
            // The whole of each process is compared, so all of it must be compiled: that takes longer than a strategy.
            ("--rounds", "15"), ("--warmup", "20s"),
            ("--tier", $"back-end={backend}"), ("--name", "overhead"), ("--repeat-command", "make overhead"),
        ], options);
    }
}
