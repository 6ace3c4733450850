using System.Collections.Concurrent;
using Microsoft.Extensions.Http;

namespace FrontendApi.Backend;

/// <summary>Provides HttpClients. All lifetimes have the settings and handlers of IHttpClientFactory.</summary>
internal sealed class HttpClientProvider(
    IHttpClientFactory factory, IServiceProvider services, IOptionsMonitor<HttpClientFactoryOptions> registrations)
    : IDisposable
{
    private readonly ConcurrentDictionary<(string Name, string Owner), Lazy<HttpClient>> _sharedClients = new();

    /// <summary>Returns the name of the client for two query flags. The usual one is no new string.</summary>
    public static string GetName(string http, string resilience) =>
        (http, resilience) is (HttpMode.Http11, ResilienceMode.None)
            ? "backend-1.1-none"
            : $"backend-{http}-{resilience}";

    /// <summary>
    /// Returns an HttpClient. Dispose it at the end of the request, unless it is shared: by the requests with the same
    /// owner, which is a strategy, or empty.
    /// </summary>
    public HttpClient Rent(string lifetime, string http, string resilience, string owner)
    {
        var name = GetName(http, resilience);
        return lifetime switch
        {
            ClientLifetime.Factory => factory.CreateClient(name),
            ClientLifetime.Shared => _sharedClients.GetOrAdd(
                (name, owner), static (key, provider) => new(() => provider.Create(key.Name)), this).Value,
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

/// <summary>Registers the clients with IHttpClientFactory.</summary>
internal static class BackendClients
{
    /// <summary>Adds the client for two query flags. Of its handlers, the first is the outermost.</summary>
    public static void AddBackendClient(
        this IServiceCollection services, string http, string resilience, RetryBudget budget)
    {
        var client = services.AddHttpClient(HttpClientProvider.GetName(http, resilience), (provider, client) =>
            Configure(client, http, provider.GetRequiredService<IOptions<BackendOptions>>().Value));
        client.AddResilience(resilience, budget);
        client.AddHttpMessageHandler(() => new TimeToFirstByteHandler());
        client.UseSocketsHttpHandler((handler, provider) => Configure(
            handler, http, provider.GetRequiredService<IOptions<ClientOptions>>().Value));
        // IHttpClientFactory replaces handlers at this age.
        services.AddOptions<HttpClientFactoryOptions>(client.Name).Configure<IOptions<ClientOptions>>(
            (factory, options) => factory.HandlerLifetime = options.Value.PooledConnectionLifetime);
    }

    /// <summary>Returns the address at which the back-end speaks a version of HTTP; null if there is none.</summary>
    public static Uri? GetAddress(BackendOptions backend, string http) =>
        http is HttpMode.Http11 || backend.BaseAddress is { IsAbsoluteUri: true, Scheme: "https" }
            ? backend.BaseAddress
            : backend.Http2Address;

    private static void Configure(HttpClient client, string http, BackendOptions options)
    {
        client.BaseAddress = GetAddress(options, http);
        client.MaxResponseContentBufferSize = options.MaxResponseBytes;
        client.Timeout = Timeout.InfiniteTimeSpan; // BackendCalls limits the whole call.
        if (http is HttpMode.Http11)
            return;
        client.DefaultRequestVersion = HttpVersion.Version20;
        client.DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact;
    }

    private static void Configure(SocketsHttpHandler handler, string http, ClientOptions options)
    {
        // A status 200 from elsewhere would acknowledge a payload that the back-end did not accept.
        handler.AllowAutoRedirect = false;
        handler.MaxConnectionsPerServer = options.MaxConnectionsPerServer;
        handler.PooledConnectionLifetime = options.PooledConnectionLifetime;
        handler.PooledConnectionIdleTimeout = options.PooledConnectionIdleTimeout;
        if (http is not HttpMode.Http11)
        {
            // A connection that died without a sign would serve all requests until PooledConnectionLifetime ends. Pings
            // are sent only after a second in which nothing arrived.
            handler.KeepAlivePingDelay = TimeSpan.FromSeconds(1);
            handler.KeepAlivePingTimeout = TimeSpan.FromSeconds(2);
            handler.KeepAlivePingPolicy = HttpKeepAlivePingPolicy.Always;
        }

        handler.EnableMultipleHttp2Connections = http is HttpMode.Http2Multi;
    }
}
