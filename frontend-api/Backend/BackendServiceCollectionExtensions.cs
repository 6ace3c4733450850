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
            .Validate(options => options.HasValidAddress, FormatAddressError("BaseAddress"))
            .Validate(options => options.HasValidHttp2Address, FormatAddressError("Http2Address"))
            .Validate(
                options => options.HasAddressFor(configuration[BackendProtocol.HttpFlag.ConfigurationKey!]),
                "Set Backend:Http2Address, because Client:Http makes HTTP/2 the default, or set Client:Http to 1.1.")
            .ValidateOnStart();
        services.AddOptions<ConnectionOptions>().BindConfiguration(ConnectionOptions.Section)
            .ValidateDataAnnotations()
            .Validate(options => options.HasValidLifetime, FormatTimeError("PooledConnectionLifetime"))
            .Validate(options => options.HasValidIdleTimeout, FormatTimeError("PooledConnectionIdleTimeout"))
            .ValidateOnStart();
        services.AddOptions<ResilienceOptions>().BindConfiguration(ResilienceOptions.Section)
            .ValidateDataAnnotations().ValidateOnStart();

        foreach (var settings in BackendClientSettings.All)
            services.AddBackendClient(settings);
        services.AddHttpClient<BackendHealthCheck>(
            (provider, client) => Configure(provider, client, BackendClientSettings.Default))
            .UseSocketsHttpHandler((handler, _) => handler.AllowAutoRedirect = false);
        services.AddHealthChecks().AddCheck<BackendHealthCheck>("back-end");
        services.AddExceptionHandler<BackendExceptionHandler>();
        // Without the setting there is no accessor, so that requests do not pay for it.
        if (configuration.GetValue<bool>("Faults:PassOn"))
            services.AddHttpContextAccessor();

        return services
            .AddSingleton<FaultHeaders>()
            .AddSingleton<HttpClientProvider>()
            .AddSingleton<WebClientProvider>()
            .AddSingleton<CircuitStates>()
            .AddSingleton<FrontendMetrics>()
            .AddSingleton<ResiliencePipelines>()
            .AddSingleton<BackendCaller>();
    }

    private static void AddBackendClient(this IServiceCollection services, BackendClientSettings settings)
    {
        services.AddHttpClient(settings.FactoryName, (provider, client) => Configure(provider, client, settings))
            .AddHttpMessageHandler(() => new TimeToFirstByteHandler())
            .AddHttpMessageHandler(provider => new FaultHeaderHandler(provider.GetRequiredService<FaultHeaders>()))
            .AddHttpMessageHandler(provider => new ResponseValidationHandler(
                provider.GetRequiredService<IOptions<BackendOptions>>().Value.MaxResponseBytes))
            .UseSocketsHttpHandler((handler, provider) => settings.Configure(
                handler, provider.GetRequiredService<IOptions<ConnectionOptions>>().Value));
        // IHttpClientFactory replaces handlers at this age, and its default handler replaces its connections.
        services.AddOptions<HttpClientFactoryOptions>(settings.FactoryName).Configure<IOptions<ConnectionOptions>>(
            (factory, connections) => factory.HandlerLifetime = connections.Value.PooledConnectionLifetime);
    }

    private static void Configure(IServiceProvider services, HttpClient client, BackendClientSettings settings) =>
        settings.Configure(client, services.GetRequiredService<IOptions<BackendOptions>>().Value);

    private static string FormatAddressError(string setting) =>
        $"Set Backend:{setting} to an http or https address without a path or a user name, such as "
        + "http://localhost:5101.";

    private static string FormatTimeError(string setting) =>
        $"Set Client:{setting} to a time between 00:00:01 and 1.00:00:00, or to -00:00:00.001 for no limit.";
}
