namespace Studies.Claims.Catalog;

/// <summary>
/// A way to forward payloads, as a variant that the load tool compares. Each variant runs in a separate process.
/// </summary>
internal sealed record IngestionVariant(string Name, string Path)
{
    public static IngestionVariant ClientPerRequest { get; } =
        new("per-request-sync", "/ingest/event?client=per-request&mode=sync");

    public static IngestionVariant SharedClient { get; } = new("shared-async", "/ingest/event?client=shared&mode=async");
    public static IngestionVariant BackendOnly { get; } = new("back-end", "/ingest/data");
    public static IngestionVariant GoServices { get; } =
        new("go", "/ingest/event") { Go = GoSettings.Published };

    public static IngestionVariant GoWithEqualMemory { get; } =
        new("go-equal-memory", "/ingest/event") { Go = GoSettings.EqualMemoryAndPool };

    /// <summary>The settings of the services in Go; null for the services in .NET.</summary>
    public GoSettings? Go { get; init; }

    /// <summary>Starts the services of this variant for a comparison with other variants.</summary>
    public async Task<VariantDefinition> StartAsync(ProcessStart start)
    {
        var (target, backend) = await StartServicesAsync(start);
        return new VariantDefinition(Name, RequestUrls.FormatBaseUrl(target) + Path)
        {
            Monitor = new Dictionary<string, string> { ["back-end"] = RequestUrls.FormatBaseUrl(backend) },
        };
    }

    /// <summary>Starts the services of this variant for a run without other variants.</summary>
    public async Task<IReadOnlyList<(string Name, string Value)>> StartRunAsync(ProcessStart start)
    {
        var (target, backend) = await StartServicesAsync(start);
        return
        [
            ("--url", RequestUrls.FormatBaseUrl(target)),
            MonitoredProcesses.MonitorBackend(backend),
        ];
    }

    /// <summary>Starts the services of this variant for another load tool.</summary>
    public async Task<Uri> StartTargetAsync(ProcessStart start) =>
        new((await StartServicesAsync(start)).Target, Path);

    private async Task<(Uri Target, Uri Backend)> StartServicesAsync(ProcessStart start)
    {
        if (Go is not null)
        {
            if (!GoPeer.IsGoInstalled)
                throw new StudyException("Go is not installed here");
            var goBackend = await start.Environment.StartGoBackendAsync(Go);
            return (await start.Environment.StartGoFrontendAsync(goBackend, Go), goBackend);
        }

        var backend = await start.GetBackendAsync();
        return Path.StartsWith("/ingest/data", StringComparison.Ordinal)
            ? (backend, backend)
            : (await start.Environment.StartFrontendAsync(backend, settings: "--Client:Lifetime=shared"), backend);
    }
}
