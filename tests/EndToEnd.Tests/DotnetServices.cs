using BackendApi.Ingestion;

namespace EndToEnd.Tests;

/// <summary>The front-end and back-end in .NET that process payloads: the services of this repository.</summary>
public sealed class DotnetServices : IngestionServices
{
    private readonly ServiceFactory<BackendMetrics> _backend = new(("Data:Customers", "1"));
    private readonly ServiceFactory<BackendMetrics> _backendOfFrontend = new(("Data:Customers", "1"));
    private ServiceFactory<FrontendMetrics> _frontend = null!;

    public override ValueTask InitializeAsync()
    {
        // With a limit of requests, bodies are read before anything else.
        _frontend = new(("Backend:BaseAddress", _backendOfFrontend.Address.ToString()), ("Backend:Timeout", "00:00:30"),
            ("Limits:ConcurrentRequests", "1000"));
        Addresses = new Dictionary<string, Uri>
        {
            ["front-end"] = _frontend.Address,
            ["back-end"] = _backend.Address,
            ["behind"] = _backendOfFrontend.Address,
        };
        return ValueTask.CompletedTask;
    }

    public override async ValueTask DisposeAsync()
    {
        await _frontend.DisposeAsync();
        await _backendOfFrontend.DisposeAsync();
        await _backend.DisposeAsync();
    }
}
