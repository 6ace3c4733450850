using System.Collections.Concurrent;
using Microsoft.Extensions.Http;

namespace FrontendApi.Backend;

/// <summary>
/// Provides each incoming request with an HttpClient. All lifetimes have the settings and the handlers that
/// IHttpClientFactory has for the name of the client.
/// </summary>
internal sealed class HttpClientProvider(
    IHttpClientFactory factory, IServiceProvider services, IOptionsMonitor<HttpClientFactoryOptions> registrations)
    : IDisposable
{
    private readonly ConcurrentDictionary<string, Lazy<HttpClient>> _sharedClients = new();

    /// <summary>Returns the name of the client for two query flags. The usual one is no new string.</summary>
    public static string GetName(string http, string resilience) =>
        (http, resilience) is (HttpMode.Http11, ResilienceMode.None)
            ? "backend-1.1-none"
            : $"backend-{http}-{resilience}";

    /// <summary>Returns an HttpClient. Dispose it at the end of the request, unless it is shared.</summary>
    public HttpClient Rent(string lifetime, string http, string resilience)
    {
        var name = GetName(http, resilience);
        return lifetime switch
        {
            ClientLifetime.Factory => factory.CreateClient(name),
            ClientLifetime.Shared => _sharedClients.GetOrAdd(name, name => new(() => Create(name))).Value,
            _ => Create(name),
        };
    }

    public void Dispose()
    {
        foreach (var shared in _sharedClients.Values)
            shared.Value.Dispose();
    }

    private HttpClient Create(string name)
    {
        var builder = services.GetRequiredService<HttpMessageHandlerBuilder>();
        builder.Name = name;
        foreach (var configure in registrations.Get(name).HttpMessageHandlerBuilderActions)
            configure(builder);
        var client = new HttpClient(builder.Build());
        foreach (var configure in registrations.Get(name).HttpClientActions)
            configure(client);
        return client;
    }
}
