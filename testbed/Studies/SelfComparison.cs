using System.Text.Json;

namespace Testbed.Studies;

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
        var results = Path.Combine("results", $"self-{Guid.NewGuid():N}");
        for (var time = 0; time < Times; time++)
        {
            var exit = await tiers.CompareAsync(
            [
                ("-u", Requests.AnyCustomer(frontend)), ("--vary", $"strategy={Strategy},{Strategy}"),
                ("--tier", $"back-end={backend}"), ("--seed", $"{time}"), ("--name", $"self-{time + 1}"), ("--out", results),
                ("--repeat-command", "make self"),
            ], options);
            if (exit is not 0)
                return exit;
        }

        var verdicts = Directory.GetFiles(results, "*.json").Select(VerdictIn).ToArray();
        var same = verdicts.Count(verdict => verdict is "no difference");
        Console.WriteLine($"\n{Strategy} against itself, {verdicts.Length} times: {string.Join(", ", verdicts)}");
        Console.WriteLine($"no difference {same} of {verdicts.Length}, {Enough} wanted");
        return same >= Enough ? 0 : Failed;
    }

    private static string? VerdictIn(string path) =>
        JsonDocument.Parse(File.ReadAllText(path)).RootElement.GetProperty("variants").EnumerateArray()
            .Select(variant => variant.GetProperty("ratio")).Single(ratio => ratio.ValueKind is JsonValueKind.Object)
            .GetProperty("verdict").GetString();
}
