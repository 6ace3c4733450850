namespace Studies.Claims.Catalog;

/// <summary>A way to forward payloads, in processes of its own. The settings of Go are null for .NET.</summary>
internal sealed record IngestionVariant(string Name, string Path, GoSettings? Go = null)
{
    public static IngestionVariant ClientPerRequest { get; } =
        new("per-request-sync", "/ingest/event?client=per-request&mode=sync");

    public static IngestionVariant SharedClient { get; } =
        new("shared-async", "/ingest/event?client=shared&mode=async");
    public static IngestionVariant BackendOnly { get; } = new("back-end", "/ingest/data");
    public static IngestionVariant GoServices { get; } = new("go", "/ingest/event", GoSettings.Published);

    public static IngestionVariant GoWithEqualMemory { get; } =
        new("go-equal-memory", "/ingest/event", GoSettings.EqualMemoryAndPool);

    /// <summary>Starts the services of this variant for a comparison with other variants.</summary>
    public async Task<VariantDefinition> StartAsync(ProcessStart start)
    {
        var (target, backend) = await StartServicesAsync(start);
        return new VariantDefinition(Name, RequestUrls.FormatBaseUrl(target) + Path)
        {
            Monitor = new Dictionary<string, string> { ["back-end"] = RequestUrls.FormatBaseUrl(backend) },
        };
    }

    public async Task<(Uri Target, Uri Backend)> StartServicesAsync(ProcessStart start)
    {
        if (Go is not null)
        {
            if (!GoPeer.IsGoInstalled)
                throw new StudyException("Go is not installed here");
            var goBackend = await start.Environment.StartGoBackendAsync(Go);
            return (await start.Environment.StartGoFrontendAsync(goBackend, Go), goBackend);
        }

        var backend = await start.GetBackendAsync();
        return this == BackendOnly
            ? (backend, backend)
            : (await start.Environment.StartFrontendAsync(backend, settings: "--Client:Lifetime=shared"), backend);
    }
}
