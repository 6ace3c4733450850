using System.Text.Json;

namespace Testbed.Studies;

/// <summary>
/// Every strategy that the front-end lists. Those that contend for something of which a process has one are spread over
/// front-ends, so that each has it.
/// </summary>
internal static class StrategyComparison
{
    public static async Task<int> RunAsync(Tiers tiers, string[] options)
    {
        var backend = await tiers.StartBackendAsync();
        var frontend = await tiers.StartFrontendAsync(backend);
        return await tiers.CompareAsync("demo", "strategies",
        [
            ("-u", $"{frontend}"), ("--vary", await VaryAsync(tiers, frontend, () => tiers.StartFrontendAsync(backend))),
            ("--tier", $"back-end={backend}"),
        ], options);
    }

    /// <summary>What the comparison varies: each strategy of the catalogue, at its front-end.</summary>
    public static async Task<string> VaryAsync(Tiers tiers, Uri first, Func<Task<Uri>> another)
    {
        List<Uri> frontends = [first];
        var contenders = new Dictionary<string, int>();
        var variants = new List<string>();
        foreach (var strategy in await CatalogueOf(tiers, first))
        {
            var place = 0;
            if (strategy.ContendsFor is { } resource)
                place = contenders[resource] = contenders.GetValueOrDefault(resource, -1) + 1;
            if (place == frontends.Count)
                frontends.Add(await another());
            variants.Add(place is 0 ? strategy.Name : $"{strategy.Name}@{frontends[place].ToString().TrimEnd('/')}");
        }

        return $"strategy={string.Join(',', variants)}";
    }

    private static async Task<IEnumerable<(string Name, string? ContendsFor)>> CatalogueOf(Tiers tiers, Uri frontend)
    {
        var catalogue = JsonDocument.Parse(await tiers.GetAsync(new(frontend, "/api/strategies")));
        return catalogue.RootElement.GetProperty("strategies").EnumerateArray().Select(entry =>
            (entry.GetProperty("name").GetString()!, entry.GetProperty("contendsFor").GetString()));
    }
}
