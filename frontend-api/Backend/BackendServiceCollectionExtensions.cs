using FrontendApi.Telemetry;
using Microsoft.Extensions.Options;

namespace FrontendApi.Backend;

internal static class BackendServiceCollectionExtensions
{
    /// <summary>Adds all services that are needed to call the back-end, with any client API.</summary>
    public static IServiceCollection AddBackend(this IServiceCollection services, IConfiguration configuration)
    {
        services.AddOptions<BackendOptions>().BindConfiguration(BackendOptions.Section)
            .ValidateDataAnnotations()
            .Validate(options => options.HasValidAddress,
                "Set Backend:BaseAddress to an http or https address without a path or a user name, such as "
                + "http://localhost:5101.")
            .ValidateOnStart();
        services.AddOptions<ConnectionOptions>().BindConfiguration(ConnectionOptions.Section)
            .ValidateDataAnnotations().ValidateOnStart();
        services.AddOptions<ResilienceOptions>().BindConfiguration(ResilienceOptions.Section)
            .ValidateDataAnnotations().ValidateOnStart();

        services.AddHttpClient(HttpClientProvider.FactoryClientName, ConfigureClient)
            .AddHttpMessageHandler(() => new TimeToFirstByteHandler())
            .AddHttpMessageHandler(provider => new FaultHeaderHandler(provider.GetRequiredService<FaultHeaders>()))
            .AddHttpMessageHandler(provider => new ResponseValidationHandler(
                provider.GetRequiredService<IOptions<BackendOptions>>().Value.MaxResponseBytes))
            .UseSocketsHttpHandler((handler, provider) =>
            {
                handler.AllowAutoRedirect = false;
                handler.MaxConnectionsPerServer =
                    provider.GetRequiredService<IOptions<ConnectionOptions>>().Value.MaxConnectionsPerServer;
            });
        services.AddHttpClient<BackendHealthCheck>(ConfigureClient)
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

    private static void ConfigureClient(IServiceProvider services, HttpClient client)
    {
        client.BaseAddress = services.GetRequiredService<IOptions<BackendOptions>>().Value.BaseAddress;
        // BackendCaller limits the whole call: HttpClient.Timeout would not cover a body that is read after the
        // headers.
        client.Timeout = Timeout.InfiniteTimeSpan;
    }
}
