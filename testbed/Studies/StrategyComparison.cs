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
        List<Uri> frontends = [await tiers.StartFrontendAsync(backend)];
        var contenders = new Dictionary<string, int>();
        var variants = new List<string>();
        foreach (var strategy in await CatalogueOf(tiers, frontends[0]))
        {
            var place = 0;
            if (strategy.ContendsFor is { } resource)
                place = contenders[resource] = contenders.GetValueOrDefault(resource, -1) + 1;
            if (place == frontends.Count)
                frontends.Add(await tiers.StartFrontendAsync(backend));
            variants.Add(place is 0 ? strategy.Name : $"{strategy.Name}@{frontends[place].ToString().TrimEnd('/')}");
        }

        return await tiers.CompareAsync("demo", "strategies",
        [
            ("-u", $"{frontends[0]}"), ("--vary", $"strategy={string.Join(',', variants)}"),
            ("--tier", $"back-end={backend}"),
        ], options);
    }

    private static async Task<IEnumerable<(string Name, string? ContendsFor)>> CatalogueOf(Tiers tiers, Uri frontend)
    {
        var catalogue = JsonDocument.Parse(await tiers.GetAsync(new(frontend, "/api/strategies")));
        return catalogue.RootElement.GetProperty("strategies").EnumerateArray().Select(entry =>
            (entry.GetProperty("name").GetString()!, entry.GetProperty("contendsFor").GetString()));
    }
}
