using System.Text.Json;

namespace Studies.Studies;

/// <summary>Whether the comparison can be trusted: what does not differ should not be said to.</summary>
internal static class SelfComparison
{
    private const string Strategy = "get-from-json";
    private const int Times = 10;
    private const int Enough = 9;
    private const int Failed = 2;

    public static async Task<int> RunAsync(Tiers tiers, string[] options)
    {
        var backend = await tiers.StartBackendAsync();
        var frontend = await tiers.StartFrontendAsync(backend);
        var results = Results.NewFolder("self");
        for (var time = 0; time < Times; time++)
        {
            var exit = await tiers.CompareAsync("self", null,
            [
                ("-u", Requests.AnyCustomer(frontend)), ("--vary", $"strategy={Strategy},{Strategy}"),
                ("--tier", $"back-end={backend}"), ("--seed", $"{time}"), ("--name", $"self-{time + 1}"), ("--out", results),
            ], options);
            if (exit is not 0)
                return exit;
        }

        var others = Directory.GetFiles(results, "*.json").Select(path => Results.Variants(path).Last()).ToArray();
        Console.WriteLine($"\n{Strategy} against itself, {Times} times; {Enough} of them without a difference are wanted");
        var same = new[] { ("throughput", "ratio"), ("CPU", "cpu_ratio") }.Select(kind => Same(others, kind.Item1, kind.Item2));
        return same.ToArray().All(count => count >= Enough) ? 0 : Failed;
    }

    /// <summary>How many found no difference, which it prints.</summary>
    private static int Same(JsonElement[] others, string name, string ratio)
    {
        var same = others.Count(other => Results.Verdict(other, ratio) is "no difference");
        Console.WriteLine($"  {name,-12}no difference {same} of {others.Length}");
        return same;
    }
}
