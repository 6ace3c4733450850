using System.Text.Json;

namespace Studies.Studies;

/// <summary>
/// Every strategy that the front-end lists. Those that contend for something of which a process has one have a front-end
/// each.
/// </summary>
internal static class StrategyComparison
{
    public static async Task<int> RunAsync(Tiers tiers, string[] options)
    {
        var backend = await tiers.StartBackendAsync();
        var frontend = await tiers.StartFrontendAsync(backend);
        return await tiers.CompareAsync("demo", "strategies",
        [
            ("-u", $"{frontend}"), ("--variants", await VariantsAsync(tiers, frontend, () => tiers.StartFrontendAsync(backend))),
            ("--tier", $"back-end={backend}"),
        ], options);
    }

    /// <summary>What the comparison varies: each strategy of the catalogue, at its front-end, in the catalogue's words.</summary>
    public static async Task<string> VariantsAsync(Tiers tiers, Uri first, Func<Task<Uri>> another)
    {
        List<Uri> frontends = [first];
        var contenders = new Dictionary<string, int>();
        var variants = new List<Dictionary<string, string>>();
        foreach (var strategy in await CatalogueOf(tiers, first))
        {
            var place = 0;
            if (strategy.ContendsFor is { } resource)
                place = contenders[resource] = contenders.GetValueOrDefault(resource) + 1;
            if (place == frontends.Count)
                frontends.Add(await another());
            variants.Add(new()
            {
                ["name"] = strategy.Name,
                ["query"] = $"strategy={strategy.Name}",
                ["url"] = frontends[place].ToString().TrimEnd('/'),
                ["summary"] = strategy.Summary,
            });
        }

        // YAML, which the load tool reads here, has JSON in it.
        return JsonSerializer.Serialize(variants);
    }

    private static async Task<IEnumerable<(string Name, string Summary, string? ContendsFor)>> CatalogueOf(Tiers tiers, Uri frontend)
    {
        var catalogue = JsonDocument.Parse(await tiers.GetAsync(new(frontend, "/api/strategies")));
        return catalogue.RootElement.GetProperty("strategies").EnumerateArray().Select(entry => (
            entry.GetProperty("name").GetString()!,
            entry.GetProperty("summary").GetString()!,
            entry.GetProperty("contendsFor").GetString()));
    }
}
