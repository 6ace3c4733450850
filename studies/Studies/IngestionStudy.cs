namespace Studies.Studies;

/// <summary>
/// Repeats the comparison of Prodan, 2016: front-ends that create one HttpClient per payload or share one, that block a
/// thread or not, and that are written in .NET or in Go. Each front-end runs in a separate process. Then the two
/// back-ends are compared without a front-end.
/// </summary>
internal sealed class IngestionStudy : StudyCommand
{
    /// <summary>A heap of at most 20 MB (in hexadecimal), no dynamic PGO, and one malloc arena.</summary>
    private static readonly Dictionary<string, string> SmallHeapSettings = new()
    {
        ["DOTNET_GCHeapHardLimit"] = "1400000",
        ["DOTNET_TieredPGO"] = "0",
        ["MALLOC_ARENA_MAX"] = "1",
    };

    public IngestionStudy()
        : base("ingestion",
            "Compares ways to forward payloads, in .NET and in Go. Shows them next to the figures of Prodan, 2016.",
            new(7))
    {
        PassUnknownOptionsTo("load compare");
        AddLiveOption();
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(90 + (6 * (9 + (2.5 * rounds))) + (2 * (3 + (1.5 * rounds))));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var environment = context.Environment;
        var backend = await environment.StartBackendAsync();
        List<VariantDefinition> variants =
        [
            await StartAsync(IngestionTable.PerRequestSyncVariant, "client=per-request&mode=sync"),
            await StartAsync("per-request-async", "client=per-request&mode=async"),
            await StartAsync("shared-sync", "client=shared&mode=sync"),
            await StartAsync(IngestionTable.SharedAsyncVariant, "client=shared&mode=async"),
            await StartAsync("shared-async-small-heap", "client=shared&mode=async", SmallHeapSettings),
        ];
        Uri? goBackend = null;
        if (GoPeer.IsGoInstalled)
        {
            goBackend = await environment.StartGoBackendAsync();
            variants.Add(DefineVariant("go", await environment.StartGoFrontendAsync(goBackend), goBackend, ""));
        }
        else
        {
            Console.WriteLine("  Go is not installed, so only the .NET front-ends are compared.");
        }

        var run = await context.CompareAsync("ingestion",
            ("--vary", VariantDefinition.Format(variants)), MonitoredProcesses.MonitorBackend(backend),
            ("--slice", "2s"), ("--settle", "15s"), ("--name", "ingestion"));
        if (!run.HasResult)
            return run.ToolExitCode;
        var (code, results) = (run.ToolExitCode, run.ReadResult().Variants);
        if (goBackend is not null)
        {
            var backends = await context.CompareAsync("ingestion-backends",
                ("--vary", $"back-end@{RequestUrls.FormatBaseUrl(backend)},"
                    + $"go-back-end@{RequestUrls.FormatBaseUrl(goBackend)}"),
                ("--name", "ingestion-backends"));
            code = Math.Max(code, backends.ToolExitCode);
            results = backends.HasResult ? [.. results, .. backends.ReadResult().Variants] : results;
        }

        var table = new IngestionTable(results);
        Console.WriteLine($"\n{table.Format()}");
        return table.Check() ? code : Math.Max(code, ExitCode.ExpectationNotMet);

        async Task<VariantDefinition> StartAsync(
            string name, string query, IReadOnlyDictionary<string, string>? runtime = null)
        {
            var settings = runtime ?? new Dictionary<string, string>();
            return DefineVariant(name, await environment.StartFrontendAsync(backend, settings), backend, query);
        }
    }

    private static VariantDefinition DefineVariant(string name, Uri frontend, Uri backend, string query) =>
        new(name, RequestUrls.FormatBaseUrl(frontend), query)
        {
            Monitor = new Dictionary<string, string> { ["back-end"] = RequestUrls.FormatBaseUrl(backend) },
        };
}
