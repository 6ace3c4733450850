using System.Collections.Concurrent;
using System.Net;
using Microsoft.Extensions.Http;
using Microsoft.Extensions.Options;

namespace FrontendApi.Backend;

/// <summary>
/// Provides each incoming request with an HttpClient. All lifetimes have the same handlers: those that IHttpClientFactory
/// has for the name of the client.
/// </summary>
internal sealed class HttpClientProvider(
    IHttpClientFactory factory,
    IServiceProvider services,
    IOptionsMonitor<HttpClientFactoryOptions> registrations,
    IOptions<BackendOptions> backend) : IDisposable
{
    private readonly ConcurrentDictionary<string, Lazy<HttpClient>> _sharedClients = new();

    /// <summary>Returns the name of the client for the values of two query flags.</summary>
    public static string GetName(string http, string resilience) => (http, resilience) switch
    {
        // Most requests do without a new string.
        (HttpMode.Http11, ResilienceMode.None) => "backend-1.1-none",
        _ => $"backend-{http}-{resilience}",
    };

    /// <summary>Returns an HttpClient. Dispose it at the end of the request, unless it is shared.</summary>
    public HttpClient Rent(string lifetime, string http, string resilience)
    {
        var name = GetName(http, resilience);
        return lifetime switch
        {
            ClientLifetime.Factory => factory.CreateClient(name),
            ClientLifetime.Shared => _sharedClients.GetOrAdd(
                name, static (name, create) => new(() => create.Self.Create(name, create.http)), (Self: this, http)).Value,
            ClientLifetime.PerRequest => Create(name, http),
            _ => throw new ArgumentOutOfRangeException(nameof(lifetime), lifetime, "Unknown client lifetime."),
        };
    }

    /// <summary>Makes a client call the back-end with the given version of HTTP.</summary>
    public static void Configure(HttpClient client, string http, BackendOptions backend)
    {
        client.BaseAddress = backend.GetAddress(http);
        client.MaxResponseContentBufferSize = backend.MaxResponseBytes;
        if (http is not HttpMode.Http11)
        {
            client.DefaultRequestVersion = HttpVersion.Version20;
            client.DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact;
        }

        // BackendCalls limits the whole call.
        client.Timeout = Timeout.InfiniteTimeSpan;
    }

    public void Dispose()
    {
        foreach (var shared in _sharedClients.Values)
            shared.Value.Dispose();
    }

    private HttpClient Create(string name, string http)
    {
        var builder = services.GetRequiredService<HttpMessageHandlerBuilder>();
        builder.Name = name;
        foreach (var configure in registrations.Get(name).HttpMessageHandlerBuilderActions)
            configure(builder);
        var client = new HttpClient(builder.Build());
        Configure(client, http, backend.Value);
        return client;
    }
}
