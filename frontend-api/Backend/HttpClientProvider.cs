using System.Diagnostics.Metrics;
using FrontendApi.Telemetry;
using Microsoft.Extensions.Options;
using ServiceDefaults.QueryFlags;

namespace FrontendApi.Backend;

/// <summary>
/// Provides each incoming request with an HttpClient. The query flag <c>client</c> chooses the lifetime of the client.
/// </summary>
internal sealed class HttpClientProvider(
    IHttpClientFactory factory,
    IMeterFactory meters,
    IOptions<BackendOptions> backend,
    IOptions<ConnectionOptions> connections,
    FaultHeaders faults) : IDisposable
{
    /// <summary>The name under which the HttpClient of the back-end is registered with IHttpClientFactory.</summary>
    public const string FactoryClientName = "backend";

    private readonly Lazy<HttpClient> _sharedClient =
        new(() => Create(meters, backend.Value, connections.Value, faults));

    /// <summary>
    /// Returns an HttpClient with the given lifetime. The caller must pass it to <see cref="ReleaseClient"/> after the
    /// last call.
    /// </summary>
    public HttpClient GetClient(string lifetime) => lifetime switch
    {
        ClientLifetime.Factory => factory.CreateClient(FactoryClientName),
        ClientLifetime.Shared => _sharedClient.Value,
        ClientLifetime.PerRequest => Create(meters, backend.Value, connections.Value, faults),
        _ => throw new ArgumentOutOfRangeException(nameof(lifetime), lifetime, "Unknown client lifetime."),
    };

    public void ReleaseClient(HttpClient client)
    {
        if (!_sharedClient.IsValueCreated || client != _sharedClient.Value)
            client.Dispose();
    }

    public void Dispose()
    {
        if (_sharedClient.IsValueCreated)
            _sharedClient.Value.Dispose();
    }

    private static HttpClient Create(
        IMeterFactory meters, BackendOptions backend, ConnectionOptions connections, FaultHeaders faults)
    {
        var connection = new SocketsHttpHandler
        {
            // A redirect is a failure: a status 200 from elsewhere would acknowledge a payload that the back-end did
            // not accept.
            AllowAutoRedirect = false,
            MaxConnectionsPerServer = connections.MaxConnectionsPerServer,
            MeterFactory = meters,
            // A connection is replaced after two minutes, as with IHttpClientFactory, so that clients of every
            // lifetime follow DNS changes of the back-end equally fast.
            PooledConnectionLifetime = TimeSpan.FromMinutes(2),
        };
        var validation = new ResponseValidationHandler(backend.MaxResponseBytes) { InnerHandler = connection };
        var header = new FaultHeaderHandler(faults) { InnerHandler = validation };
        return new(new TimeToFirstByteHandler { InnerHandler = header })
        {
            BaseAddress = backend.BaseAddress,
            Timeout = Timeout.InfiniteTimeSpan,
        };
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
