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

/// <summary>The table of the ingestion study: measured values next to those that Prodan published.</summary>
internal sealed class IngestionTable(IEnumerable<VariantResult> variants)
{
    /// <summary>The published requests per second with a client for each payload.</summary>
    private const double ClientPerRequestRate = 319;

    public const string PerRequestSyncVariant = "per-request-sync";
    public const string SharedAsyncVariant = "shared-async";
    private const double MinSharedClientRatio = 2.9;

    private static readonly TableRow[] Rows =
    [
        new(PerRequestSyncVariant, "B1", ".NET, a client per payload, blocking", ClientPerRequestRate),
        new("per-request-async", "", ".NET, a client per payload, async"),
        new("shared-sync", "", ".NET, one client, blocking"),
        new(SharedAsyncVariant, "B2", ".NET, one client, async", 936, "224, 105 after"),
        new("shared-async-small-heap", "", ".NET, one client, async, small heap"),
        new("go", "B5", "Go", 3213, "9.1"),
        new("back-end", "B4", ".NET back-end alone", 4000, "134, 55 after"),
        new("go-back-end", "", "Go back-end alone", Memory: "6.7"),
    ];

    private readonly Dictionary<string, VariantResult> _variants = variants.ToDictionary(variant => variant.Name);

    public string Format()
    {
        var table = new TextTable(2, "", "", "source req/s", "× B1", "today req/s [95 %]", "× [95 %]", "p50 ms", "p99",
            "CPU ms", "source MB", "working set MB", "after", "anonymous MB", "after", "connections/s");
        foreach (var row in Rows.Where(row => _variants.ContainsKey(row.Variant)))
        {
            var variant = _variants[row.Variant];
            var (throughput, target) = (variant.Throughput, variant.Target);
            object?[] cells =
            [
                row.ClaimId, row.Description, row.Rate, row.Rate / ClientPerRequestRate,
                TableNumbers.Format(throughput.Rate, throughput.Lo, throughput.Hi),
                variant.Ratio is { } ratio ? TableNumbers.Format(ratio.Value, ratio.Lo, ratio.Hi) : "1",
                variant.Latency.P50, variant.Latency.P99, target.CpuMs, row.Memory, target.WorkingSetMb,
                target.WorkingSetAfterMb, target.AnonymousMb, target.AnonymousAfterMb, target.ConnectionsPerS,
            ];
            table.Add([.. cells.Select(TableNumbers.FormatCell)]);
        }

        return "  The columns named \"source\" show the figures of Prodan, 2016\n"
            + "  (ASP.NET Core vs Go data ingestion benchmark, 2016-10-17).\n"
            + "  The publication used another machine: compare the ratios, not the requests per\n"
            + $"  second.\n\n{table}";
    }

    public bool Check() => new CheckReporter().AddAtLeast(
        StudyRatio.From(_variants[SharedAsyncVariant].Ratio),
        MinSharedClientRatio,
        ratio => "throughput with one client, async:\n"
            + $"    {ratio} × the throughput with a client per payload, blocking\n   ");

    private sealed record TableRow(
        string Variant, string ClaimId, string Description, double? Rate = null, string? Memory = null);
}
