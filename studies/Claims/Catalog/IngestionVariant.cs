namespace Studies.Claims.Catalog;

/// <summary>A way to hand payloads on, as a variant of the load tool; each with a process of its own.</summary>
/// <param name="Name">Of the variant.</param>
/// <param name="Path">With its flags.</param>
internal sealed record Ingesting(string Name, string Path)
{
    public bool IsGo { get; init; }

    /// <summary>Variables of its runtime.</summary>
    public IReadOnlyDictionary<string, string> Runtime { get; init; } = new Dictionary<string, string>();

    public async Task<string> StartAsync(Laboratory lab)
    {
        var (loaded, backend) = await TiersAsync(lab);
        return $"{{name: {Name}, url: '{Address(loaded)}{Path}', tier: {{back-end: '{Address(backend)}'}}}}";
    }

    /// <summary>As options of a run of its own.</summary>
    public async Task<string[]> OnlyAsync(Laboratory lab)
    {
        var (loaded, backend) = await TiersAsync(lab);
        return ["-u", Address(loaded), "--tier", $"back-end={Address(backend)}"];
    }

    private static string Address(Uri address) => address.ToString().TrimEnd('/');

    private async Task<(Uri Loaded, Uri Backend)> TiersAsync(Laboratory lab)
    {
        if (IsGo)
        {
            var goBackend = await lab.Tiers.StartGoBackendAsync();
            return (await lab.Tiers.StartGoFrontendAsync(goBackend), goBackend);
        }

        var backend = await lab.BackendAsync();
        return Path.StartsWith("/ingest/data", StringComparison.Ordinal)
            ? (backend, backend)
            : (await lab.Tiers.StartFrontendAsync(backend, Runtime, "--Client:Lifetime=shared"), backend);
    }
}
