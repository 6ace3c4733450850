using System.Globalization;

namespace Studies.Studies;

/// <summary>
/// How soon payloads are taken as fast as before when the back-end is killed under load and started again, three times. What
/// is counted is what the back-end has parsed.
/// </summary>
internal static class Recovery
{
    private const int Kills = 3;
    private const int Failed = 2;
    private const double AsBefore = 0.9;
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(12);
    private static readonly TimeSpan Part = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan Steady = TimeSpan.FromSeconds(4);
    private static readonly TimeSpan Down = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(5);
    private static readonly string[] Answers = ["200", "502", "503", "504"];

    public static async Task<int> RunAsync(Tiers tiers, string[] options)
    {
        var backend = await tiers.StartBackendAsync();
        var frontend = await tiers.StartFrontendAsync(backend, settings: ["--Client:Lifetime=shared", "--Client:Mode=async"]);
        var results = Results.NewFolder("recovery");
        var load = tiers.LoadQuietlyAsync(["run", Command.Scenario("ingestion"), "-u", $"{frontend}", "--tier", $"back-end={backend}",
            "--warmup", $"{WarmUp.TotalSeconds}s", "--duration", "50s", "--name", "recovery", "--out", results, .. options]);
        await tiers.WaitAsync(WarmUp);
        var isBack = true;
        for (var kill = 0; kill < Kills; kill++)
            isBack &= await KillAsync(tiers, backend);
        await load;

        var run = Results.Variants(Directory.GetFiles(results, "*.json").Single()).Single();
        var outcomes = run.GetProperty("statuses").EnumerateObject().Concat(run.GetProperty("transport_errors").EnumerateObject()).ToArray();
        Console.WriteLine($"\n  answers    {string.Join(" · ", outcomes.Select(answer => $"{answer.Value.GetInt64():#,0} × {answer.Name}"))}");
        Console.WriteLine($"  results    {results}");
        return isBack && outcomes.All(answer => Answers.Contains(answer.Name)) ? 0 : Failed;
    }

    private static async Task<bool> KillAsync(Tiers tiers, Uri backend)
    {
        var before = await RateAsync(tiers, backend, Steady);
        tiers.ProcessOf(backend).Kill();
        await tiers.StopAsync(backend);
        await tiers.WaitAsync(Down);

        await tiers.StartBackendAsync($"--urls={backend}");
        var ready = TimeProvider.System.GetTimestamp();
        double rate;
        do
            rate = await RateAsync(tiers, backend, Part);
        while (rate < AsBefore * before && TimeProvider.System.GetElapsedTime(ready) < 2 * Limit);
        var took = TimeProvider.System.GetElapsedTime(ready);
        var isBack = rate >= AsBefore * before && took <= Limit;
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"  {(isBack ? "✓" : "✗")} {before:0} payloads/s before it was killed, {rate:0} within {took.TotalSeconds:0.0} s of being ready again; at least {AsBefore} of before within {Limit.TotalSeconds:0} s wanted"));
        return isBack;
    }

    /// <returns>Payloads that the back-end parsed in a second.</returns>
    private static async Task<double> RateAsync(Tiers tiers, Uri backend, TimeSpan time)
    {
        var (started, first) = (TimeProvider.System.GetTimestamp(), await ParsedAsync(tiers, backend));
        await tiers.WaitAsync(time);
        var last = await ParsedAsync(tiers, backend);
        return (last - first) / TimeProvider.System.GetElapsedTime(started).TotalSeconds;
    }

    private static async Task<double> ParsedAsync(Tiers tiers, Uri backend) =>
        MetricsText.Sum(await tiers.GetAsync(new(backend, "/metrics")), "ingest_payloads_parsed_total");
}
