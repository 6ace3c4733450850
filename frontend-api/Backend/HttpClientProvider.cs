using System.Collections.Concurrent;
using Microsoft.Extensions.Http;

namespace FrontendApi.Backend;

/// <summary>Provides HttpClients. All lifetimes have the settings and handlers of IHttpClientFactory.</summary>
internal sealed class HttpClientProvider(
    IHttpClientFactory factory, IServiceProvider services, IOptionsMonitor<HttpClientFactoryOptions> registrations)
{
    private readonly ConcurrentDictionary<(string Name, string Owner), HttpClient> _sharedClients = new();

    /// <summary>Returns the name of the client for two query flags. The usual one is no new string.</summary>
    public static string GetName(string http, string resilience) =>
        (http, resilience) is (HttpMode.Http11, ResilienceMode.None)
            ? "backend-1.1-none"
            : $"backend-{http}-{resilience}";

    /// <summary>
    /// Returns an HttpClient. Dispose it at the end of the request, unless it is shared: by the requests with the same
    /// owner, which is a strategy, or empty. A shared client keeps the handlers that the factory had when it was made.
    /// </summary>
    public HttpClient Rent(string lifetime, string http, string resilience, string owner)
    {
        var name = GetName(http, resilience);
        return lifetime switch
        {
            ClientLifetime.Factory => factory.CreateClient(name),
            ClientLifetime.Shared => _sharedClients.GetOrAdd(
                (name, owner), static (key, factory) => factory.CreateClient(key.Name), factory),
            _ => Create(name),
        };
    }

    // The factory would pool the handlers.
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
