using System.Diagnostics.Metrics;
using FrontendApi.Telemetry;
using Microsoft.Extensions.Options;
using ServiceDefaults.QueryFlags;

namespace FrontendApi.Backend;

/// <summary>
/// Provides each incoming request with an HttpClient. The query flag <c>client</c> chooses the lifetime of the client,
/// and the query flags <c>http</c> and <c>compression</c> its settings.
/// </summary>
internal sealed class HttpClientProvider(
    IHttpClientFactory factory,
    IMeterFactory meters,
    IOptions<BackendOptions> backend,
    IOptions<ConnectionOptions> connections,
    FaultHeaders faults) : IDisposable
{
    private readonly Dictionary<BackendClientSettings, Lazy<HttpClient>> _sharedClients =
        BackendClientSettings.All.ToDictionary(
            settings => settings,
            settings => new Lazy<HttpClient>(
                () => Create(meters, backend.Value, connections.Value, faults, settings)));

    /// <summary>
    /// Returns an HttpClient with the given lifetime and settings. The caller must pass it to
    /// <see cref="ReleaseClient"/> after the last call.
    /// </summary>
    public HttpClient GetClient(string lifetime, BackendClientSettings settings) => lifetime switch
    {
        ClientLifetime.Factory => factory.CreateClient(settings.FactoryName),
        ClientLifetime.Shared => _sharedClients[settings].Value,
        ClientLifetime.PerRequest => Create(meters, backend.Value, connections.Value, faults, settings),
        _ => throw new ArgumentOutOfRangeException(nameof(lifetime), lifetime, "Unknown client lifetime."),
    };

    /// <summary>Disposes a client of the given lifetime, unless all requests share it.</summary>
    public static void ReleaseClient(HttpClient client, string lifetime)
    {
        if (lifetime is not ClientLifetime.Shared)
            client.Dispose();
    }

    public void Dispose()
    {
        foreach (var shared in _sharedClients.Values)
        {
            if (shared.IsValueCreated)
                shared.Value.Dispose();
        }
    }

    private static HttpClient Create(
        IMeterFactory meters,
        BackendOptions backend,
        ConnectionOptions connections,
        FaultHeaders faults,
        BackendClientSettings settings)
    {
        var connection = new SocketsHttpHandler
        {
            MeterFactory = meters,
            PooledConnectionLifetime = connections.PooledConnectionLifetime,
        };
        settings.Configure(connection, connections);
        var validation = new ResponseValidationHandler(backend.MaxResponseBytes) { InnerHandler = connection };
        var header = new FaultHeaderHandler(faults) { InnerHandler = validation };
        var client = new HttpClient(new TimeToFirstByteHandler { InnerHandler = header });
        settings.Configure(client, backend);
        return client;
    }
}

/// <summary>The values of the query flag <c>client</c>: who owns the HttpClient and its connections.</summary>
internal static class ClientLifetime
{
    /// <summary>IHttpClientFactory creates a client for each incoming request, over pooled handlers.</summary>
    public const string Factory = "factory";

    /// <summary>A single HttpClient serves all requests of the process.</summary>
    public const string Shared = "shared";

    /// <summary>Each incoming request creates and disposes a client, whose connections no other request uses.</summary>
    public const string PerRequest = "per-request";

    /// <summary>
    /// The metrics label for strategies that own their HTTP client. It is not a value of the query flag client.
    /// </summary>
    public const string OwnClientLabel = "own";

    public static readonly ChoiceFlag ClientFlag = new("client",
        "The lifetime of the HttpClient and its connections. WebClient strategies do not have this flag.",
        [Factory, Shared, PerRequest], Factory)
    {
        ConfigurationKey = "Client:Lifetime",
    };
}
