namespace Testbed.Studies;

/// <summary>Whether the comparison can be trusted: what does not differ should not be said to.</summary>
internal static class SelfComparison
{
    private const string Strategy = "get-from-json";
    private const int Times = 10;
    private const int Enough = 18;
    private const int Failed = 2;

    public static async Task<int> RunAsync(Tiers tiers, string[] options)
    {
        var backend = await tiers.StartBackendAsync();
        var frontend = await tiers.StartFrontendAsync(backend);
        var results = Results.NewFolder("self");
        for (var time = 0; time < Times; time++)
        {
            var exit = await tiers.CompareAsync("self",
            [
                ("-u", Requests.AnyCustomer(frontend)), ("--vary", $"strategy={Strategy},{Strategy}"),
                ("--tier", $"back-end={backend}"), ("--seed", $"{time}"), ("--name", $"self-{time + 1}"), ("--out", results),
            ], options);
            if (exit is not 0)
                return exit;
        }

        var verdicts = Directory.GetFiles(results, "*.json").SelectMany(VerdictsIn).ToArray();
        var same = verdicts.Count(verdict => verdict is "no difference");
        Console.WriteLine($"\n{Strategy} against itself, {Times} times, in throughput and in CPU: {string.Join(", ", verdicts)}");
        Console.WriteLine($"no difference {same} of {verdicts.Length}, {Enough} wanted");
        return same >= Enough ? 0 : Failed;
    }

    private static IEnumerable<string?> VerdictsIn(string path)
    {
        var other = Results.Variants(path).Last();
        return [Results.Verdict(other, "ratio"), Results.Verdict(other, "cpu_ratio")];
    }
}
