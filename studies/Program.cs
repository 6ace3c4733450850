
var studies = new Dictionary<string, (string Summary, Study Run)>
{
    ["demo"] = ("every strategy of the catalogue, compared", StrategyComparison.RunAsync),
    ["serve"] = ("no study: both tiers on ports 5100 and 5101, until Ctrl-C", Serve.RunAsync),
    ["overhead"] = ("the front-end against an aggregator without its features", Overhead.RunAsync),
    ["self"] = ("a strategy against itself, ten times: it should find no difference", SelfComparison.RunAsync),
    ["ingestion"] = ("payloads: a client for each, one client, and Go, beside what the source published", Ingestion.RunAsync),
    ["recovery"] = ("payloads while the back-end is killed and started again, three times", Recovery.RunAsync),
    ["ports"] = ("a client for each payload until a thousand ports are used up, in a network namespace", Ports.RunAsync),
    ["memory"] = ("what the garbage collector's settings do to a front-end's memory, and cost", Memory.RunAsync),
    ["long-operation"] = ("bursts on a slow operation, blocking and not; --full for the largest", LongOperation.RunAsync),
    ["cancellation"] = ("what it costs in connections when a fifth of the calls time out", Cancellation.RunAsync),
    ["observe"] = ("the dashboards' tests: traffic, a Prometheus that watches it, queries and pictures", DashboardCheck.RunAsync),
    ["claims"] = ("every claim of the sources measured again: IDs, or all of them for the ledger", ClaimLedger.RunAsync),
    ["alert"] = ("makes alerts fire: NAME, or all of them", AlertCheck.RunAsync),
};

if (args is not [var name, .. var options] || !studies.TryGetValue(name, out var study))
{
    Console.WriteLine("testbed STUDY [options for the load tool, or settings for serve]\n");
    Console.WriteLine("Starts the tiers, measures them, and stops them.\n");
    foreach (var (key, (summary, _)) in studies)
        Console.WriteLine($"  {key,-16}{summary}");
    return args is [] or ["--help" or "-h" or "help"] ? 0 : 64;
}

using var interrupt = new Interrupt();
return await Tiers.UseAsync(tiers => study.Run(tiers, options), interrupt.Token);
