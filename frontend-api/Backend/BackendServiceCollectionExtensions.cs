using System.Net;
using FrontendApi.Telemetry;
using Microsoft.Extensions.Http;
using Microsoft.Extensions.Options;

namespace FrontendApi.Backend;

internal static class BackendServiceCollectionExtensions
{
    /// <summary>Adds all services that are needed to call the back-end, with any client API.</summary>
    public static IServiceCollection AddBackend(this IServiceCollection services, IConfiguration configuration)
    {
        ClientExceptionMapper.LoadLibraries();
        services.AddOptions<BackendOptions>().BindConfiguration(BackendOptions.Section)
            .ValidateDataAnnotations()
            .Validate(options => BackendOptions.IsValid(options.BaseAddress), FormatAddressError("BaseAddress"))
            .Validate(options => options.Http2Address is null || BackendOptions.IsValid(options.Http2Address),
                FormatAddressError("Http2Address"))
            .Validate(options => Flags.Http.GetDefault(configuration) is var http
                    && (options.GetAddress(http) is not null || Flags.Http.Find(http) is null),
                "Set Backend:Http2Address, because Client:Http makes HTTP/2 the default, or set Client:Http to 1.1.")
            .ValidateOnStart();
        services.AddOptions<ClientOptions>().BindConfiguration(ClientOptions.Section)
            .ValidateDataAnnotations()
            .Validate(options => ClientOptions.IsValid(options.PooledConnectionLifetime),
                FormatTimeError("PooledConnectionLifetime"))
            .Validate(options => ClientOptions.IsValid(options.PooledConnectionIdleTimeout),
                FormatTimeError("PooledConnectionIdleTimeout"))
            .ValidateOnStart();
        services.AddOptions<ResilienceOptions>().BindConfiguration(ResilienceOptions.Section)
            .ValidateDataAnnotations().ValidateOnStart();

        var passesFaultsOn = configuration.GetValue<bool>("Faults:PassOn");
        if (passesFaultsOn)
            services.AddHttpContextAccessor();
        var budget = new RetryBudget();
        foreach (var http in Flags.Http.Values)
        {
            foreach (var resilience in Flags.Resilience.Values)
                services.AddBackendClient(http, resilience, budget, passesFaultsOn);
        }

        services.AddHttpClient<BackendHealthCheck>((provider, client) => client.BaseAddress =
                provider.GetRequiredService<IOptions<BackendOptions>>().Value.BaseAddress)
            .UseSocketsHttpHandler((handler, _) => handler.AllowAutoRedirect = false);
        services.AddHealthChecks().AddCheck<BackendHealthCheck>("back-end");
        services.AddExceptionHandler<BackendExceptionHandler>();
        return services
            .AddSingleton<FaultHeaders>()
            .AddSingleton<HttpClientProvider>()
            .AddSingleton<WebClientProvider>()
            .AddSingleton<CircuitStates>()
            .AddSingleton<FrontendMetrics>()
            .AddSingleton<BackendCaller>();
    }

    /// <summary>Adds the client for the values of two query flags. Of its handlers, the first is the outermost.</summary>
    private static void AddBackendClient(
        this IServiceCollection services, string http, string resilience, RetryBudget budget, bool passesFaultsOn)
    {
        var client = services.AddHttpClient(HttpClientProvider.GetName(http, resilience),
            (provider, client) => HttpClientProvider.Configure(
                client, http, provider.GetRequiredService<IOptions<BackendOptions>>().Value));
        client.AddResilience(resilience, budget);
        client.AddHttpMessageHandler(() => new TimeToFirstByteHandler());
        if (passesFaultsOn)
            client.AddHttpMessageHandler(provider => new FaultHeaders.Handler(provider.GetRequiredService<FaultHeaders>()));
        client.UseSocketsHttpHandler((handler, provider) => Configure(
            handler, http, provider.GetRequiredService<IOptions<ClientOptions>>().Value));
        // IHttpClientFactory replaces handlers at this age.
        services.AddOptions<HttpClientFactoryOptions>(client.Name).Configure<IOptions<ClientOptions>>(
            (factory, options) => factory.HandlerLifetime = options.Value.PooledConnectionLifetime);
    }

    private static void Configure(SocketsHttpHandler handler, string http, ClientOptions options)
    {
        // A redirect is a failure: a status 200 from elsewhere would acknowledge a payload that the back-end did not
        // accept.
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

    private static string FormatAddressError(string setting) =>
        $"Set Backend:{setting} to an http or https address without a path or a user name, such as "
        + "http://localhost:5101.";

    private static string FormatTimeError(string setting) =>
        $"Set Client:{setting} to a time between 00:00:01 and 1.00:00:00, or to -00:00:00.001 for no limit.";
}
