using Studies.LoadTool;

namespace Studies.Claims.Catalog;

/// <summary>A way to forward payloads, as a variant of the load tool. Each has a process of its own.</summary>
/// <param name="Name">The name of the variant.</param>
/// <param name="Path">The path with its flags.</param>
internal sealed record IngestionVariant(string Name, string Path)
{
    public static IngestionVariant PerRequest { get; } =
        new("per-request-sync", "/ingest/event?client=per-request&mode=sync");

    public static IngestionVariant Shared { get; } = new("shared-async", "/ingest/event?client=shared&mode=async");
    public static IngestionVariant Backend { get; } = new("back-end", "/ingest/data");
    public static IngestionVariant Go { get; } = new("go", "/ingest/event") { IsGo = true };

    public static IngestionVariant Workstation { get; } = Shared with
    {
        Name = "workstation", Runtime = new Dictionary<string, string> { ["DOTNET_gcServer"] = "0" },
    };

    /// <summary>Server GC as it was in 2016: it did not adapt the number of its heaps.</summary>
    public static IngestionVariant Server { get; } = Shared with
    {
        Name = "server",
        Runtime =
            new Dictionary<string, string> { ["DOTNET_gcServer"] = "1", ["DOTNET_GCDynamicAdaptationMode"] = "0" },
    };

    public bool IsGo { get; init; }

    /// <summary>Environment variables of the front-end's runtime.</summary>
    public IReadOnlyDictionary<string, string> Runtime { get; init; } = new Dictionary<string, string>();

    /// <summary>Starts what the variant needs.</summary>
    public async Task<VariantDefinition> StartAsync(MeasurementContext context)
    {
        var (target, backend) = await StartServicesAsync(context);
        return new VariantDefinition(Name, RequestUrls.Base(target) + Path)
        {
            Monitor = new Dictionary<string, string> { ["back-end"] = RequestUrls.Base(backend) },
        };
    }

    /// <summary>Starts what the variant needs, for a run of its own.</summary>
    public async Task<IReadOnlyList<(string Name, string Value)>> StartRunAsync(MeasurementContext context)
    {
        var (target, backend) = await StartServicesAsync(context);
        return [("--url", RequestUrls.Base(target)), ("--monitor", $"back-end={RequestUrls.Base(backend)}")];
    }

    private async Task<(Uri Target, Uri Backend)> StartServicesAsync(MeasurementContext context)
    {
        if (IsGo)
        {
            var goBackend = await context.Environment.StartGoBackendAsync();
            return (await context.Environment.StartGoFrontendAsync(goBackend), goBackend);
        }

        var backend = await context.GetBackendAsync();
        return Path.StartsWith("/ingest/data", StringComparison.Ordinal)
            ? (backend, backend)
            : (await context.Environment.StartFrontendAsync(backend, Runtime, "--Client:Lifetime=shared"), backend);
    }
}
