namespace Studies.Studies;

/// <summary>
/// Claims B7 and B8: what the settings of the garbage collector do to the front-end's memory under load and after it, and
/// what that costs. A heap limit stands for a container's, which would bound the runtime's own memory too.
/// </summary>
internal static class Memory
{
    private static readonly (string Name, string Settings)[] Variants =
    [
        ("default", ""),
        ("datas-off", "GCDynamicAdaptationMode=0"),
        ("workstation", "gcServer=0"),
        ("non-concurrent", "gcServer=0 gcConcurrent=0"),
        ("heap-64-mb", "GCHeapHardLimit=4000000"),
        ("heap-256-mb", "GCHeapHardLimit=10000000"),
    ];

    public static async Task<int> RunAsync(Tiers tiers, string[] options)
    {
        var backend = await tiers.StartBackendAsync();
        var variants = new List<string>();
        foreach (var (name, settings) in Variants)
        {
            var frontend = await tiers.StartFrontendAsync(backend, settings.Split(' ', StringSplitOptions.RemoveEmptyEntries)
                .Select(setting => setting.Split('=')).ToDictionary(setting => $"DOTNET_{setting[0]}", setting => setting[1]));
            variants.Add(
                $"{{name: {name}, url: '{frontend.ToString().TrimEnd('/')}', query: client=shared&mode=async, summary: '{settings}'}}");
        }

        return await tiers.CompareAsync("memory", "ingestion",
        [
            ("--variants", $"[{string.Join(", ", variants)}]"), ("--baseline", Variants[0].Name), ("--tier", $"back-end={backend}"),
            ("--slice", "3s"), ("--settle", "30s"), ("--name", "memory"),
        ], options);
    }
}
