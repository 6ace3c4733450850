namespace Studies.Studies;

/// <summary>
/// The study of the second source, in one run: a client for each payload or one client, a blocked thread or none, and the pair
/// in Go, each front-end a process of its own; and the back-ends alone.
/// </summary>
internal static class Ingestion
{
    private const int Failed = 2;

    /// <summary>A heap of 20 MB at most (hexadecimal), no profile gathered by code that is compiled twice, and one malloc arena.</summary>
    private static readonly Dictionary<string, string> SmallHeap = new()
    {
        ["DOTNET_GCHeapHardLimit"] = "1400000",
        ["DOTNET_TieredPGO"] = "0",
        ["MALLOC_ARENA_MAX"] = "1",
    };

    public static async Task<int> RunAsync(Tiers tiers, string[] options)
    {
        var backend = await tiers.StartBackendAsync();
        var variants = new List<string>
        {
            Variant(IngestionTable.PerRequest, await tiers.StartFrontendAsync(backend), backend, "client=per-request&mode=sync"),
            Variant(IngestionTable.PerRequestAsync, await tiers.StartFrontendAsync(backend), backend, "client=per-request&mode=async"),
            Variant(IngestionTable.SharedSync, await tiers.StartFrontendAsync(backend), backend, "client=shared&mode=sync"),
            Variant(IngestionTable.Shared, await tiers.StartFrontendAsync(backend), backend, "client=shared&mode=async"),
            Variant(IngestionTable.SmallHeap, await tiers.StartFrontendAsync(backend, SmallHeap), backend, "client=shared&mode=async"),
        };
        Uri? goBackend = null;
        if (IngestGo.CanBuild)
        {
            goBackend = await tiers.StartGoBackendAsync();
            variants.Add(Variant(IngestionTable.Go, await tiers.StartGoFrontendAsync(goBackend), goBackend, ""));
        }
        else
        {
            Console.WriteLine("  Go is not installed: its pair, and the back-ends alone, are left out");
        }

        var results = Results.FolderOf(options) ?? Results.NewFolder("ingestion");
        var exit = await tiers.CompareAsync("ingestion", "ingestion",
        [
            ("--variants", $"[{string.Join(", ", variants)}]"), ("--tier", $"back-end={backend}"), ("--slice", "2s"),
            ("--settle", "15s"), ("--name", "ingestion"), ("--out", results),
        ], options);
        if (exit is not (0 or Tiers.LoadInvalid))
            return exit;
        if (goBackend is not null)
        {
            exit = Math.Max(exit, await tiers.CompareAsync("ingestion", "ingestion-backends",
            [
                ("--vary", $"{IngestionTable.Backend}@{Base(backend)},{IngestionTable.GoBackend}@{Base(goBackend)}"),
                ("--name", "ingestion-backends"), ("--out", results),
            ], options));
        }

        var holds = IngestionTable.Print(Directory.GetFiles(results, "*ingestion*.json").SelectMany(Results.Variants));
        return holds ? exit : Math.Max(exit, Failed);
    }

    private static string Variant(string name, Uri frontend, Uri backend, string query) =>
        $"{{name: {name}, url: '{Base(frontend)}', query: '{query}', tier: {{back-end: '{Base(backend)}'}}}}";

    private static string Base(Uri address) => address.ToString().TrimEnd('/');
}
