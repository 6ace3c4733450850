using System.Diagnostics.Metrics;
using Microsoft.Extensions.Options;

namespace FrontendApi.Backend;

/// <summary>Gives a request the HttpClient of the lifetime it asked for.</summary>
internal sealed class HttpClients(
    IHttpClientFactory factory,
    IMeterFactory meters,
    IOptions<BackendOptions> backend,
    IOptions<ConnectionOptions> connections) : IDisposable
{
    public const string FactoryName = "backend";

    private readonly Lazy<HttpClient> _shared = new(() => Create(meters, backend.Value, connections.Value));

    /// <summary>The caller returns it with <see cref="Return"/>.</summary>
    public HttpClient Take(string lifetime) => lifetime switch
    {
        ClientLifetime.Factory => factory.CreateClient(FactoryName),
        ClientLifetime.Shared => _shared.Value,
        ClientLifetime.PerRequest => Create(meters, backend.Value, connections.Value),
        _ => throw new ArgumentOutOfRangeException(nameof(lifetime), lifetime, "Not a client lifetime."),
    };

    public void Return(HttpClient client)
    {
        if (!_shared.IsValueCreated || client != _shared.Value)
            client.Dispose();
    }

    public void Dispose()
    {
        if (_shared.IsValueCreated)
            _shared.Value.Dispose();
    }

    private static HttpClient Create(IMeterFactory meters, BackendOptions backend, ConnectionOptions connections) =>
        new(new FirstByte.Handler
        {
            InnerHandler = new SocketsHttpHandler
            {
                MaxConnectionsPerServer = connections.MaxConnectionsPerServer,
                MeterFactory = meters,
                // What the factory does, so that a back-end which moves is found again by either.
                PooledConnectionLifetime = TimeSpan.FromMinutes(2),
            },
        })
        {
            BaseAddress = backend.BaseAddress,
            Timeout = Timeout.InfiniteTimeSpan,
        };
}
