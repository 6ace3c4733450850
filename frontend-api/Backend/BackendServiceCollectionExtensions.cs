using FrontendApi.Telemetry;
using Microsoft.Extensions.Http;

namespace FrontendApi.Backend;

internal static class BackendServiceCollectionExtensions
{
    /// <summary>Adds all services that are needed to call the back-end, with any client API.</summary>
    public static IServiceCollection AddBackend(this IServiceCollection services, IConfiguration configuration)
    {
        ClientExceptionMapper.LoadLibraries();
        services.AddValidatedOptions<BackendOptions>("Backend")
            .Validate(options => BackendOptions.IsValid(options.BaseAddress), FormatAddressError("BaseAddress"))
            .Validate(options => options.Http2Address is null || BackendOptions.IsValid(options.Http2Address),
                FormatAddressError("Http2Address"))
            .Validate(options => Flags.Http.GetDefault(configuration) is var http
                    && (options.GetAddress(http) is not null || Flags.Http.Find(http) is null),
                "Set Backend:Http2Address, because Client:Http makes HTTP/2 the default, or set Client:Http to 1.1.");
        services.AddValidatedOptions<ClientOptions>("Client")
            .Validate(options => ClientOptions.IsValid(options.PooledConnectionLifetime),
                FormatTimeError("PooledConnectionLifetime"))
            .Validate(options => ClientOptions.IsValid(options.PooledConnectionIdleTimeout),
                FormatTimeError("PooledConnectionIdleTimeout"));
        services.AddValidatedOptions<ResilienceOptions>("Resilience");

        var budget = new RetryBudget();
        foreach (var http in Flags.Http.Values)
        {
            foreach (var resilience in Flags.Resilience.Values)
                services.AddBackendClient(http, resilience, budget);
        }

        services.AddHealthChecks().AddCheck<BackendHealthCheck>("back-end");
        services.AddExceptionHandler<BackendExceptionHandler>();
        return services
            .AddSingleton<HttpClientProvider>().AddSingleton<WebClientProvider>().AddSingleton<BackendCaller>()
            .AddSingleton<CircuitStates>().AddSingleton<FrontendMetrics>().AddSingleton<BackendHealthCheck>();
    }

    /// <summary>Adds the client for two query flags. Of its handlers, the first is the outermost.</summary>
    private static void AddBackendClient(
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

    private static void Configure(HttpClient client, string http, BackendOptions options)
    {
        client.BaseAddress = options.GetAddress(http);
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
        handler.EnableMultipleHttp2Connections = http is HttpMode.Http2Multi;
        handler.AutomaticDecompression = options.Compression switch
        {
            "gzip" => DecompressionMethods.GZip,
            "brotli" => DecompressionMethods.Brotli,
            _ => DecompressionMethods.None,
        };
    }

    private static OptionsBuilder<T> AddValidatedOptions<T>(this IServiceCollection services, string section)
        where T : class =>
        services.AddOptions<T>().BindConfiguration(section).ValidateDataAnnotations().ValidateOnStart();

    private static string FormatAddressError(string setting) =>
        $"Set Backend:{setting} to an address without a path or a user name, such as http://localhost:5101.";

    private static string FormatTimeError(string setting) =>
        $"Set Client:{setting} to a time between 00:00:01 and 1.00:00:00, or to -00:00:00.001 for no limit.";
}
