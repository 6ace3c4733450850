using FrontendApi.Backend.Resilience;
using Microsoft.Extensions.Options;
using Polly.CircuitBreaker;

namespace FrontendApi.Backend;

internal static class BackendServices
{
    public static void AddBackend(this IServiceCollection services)
    {
        services.AddOptions<BackendOptions>().BindConfiguration(BackendOptions.Section)
            .ValidateDataAnnotations()
            .Validate(options => options.HasUsableAddress,
                "Set Backend:BaseAddress to scheme, host and port alone, such as http://localhost:5101.")
            .ValidateOnStart();
        services.AddOptions<ConnectionOptions>().BindConfiguration(ConnectionOptions.Section)
            .ValidateDataAnnotations().ValidateOnStart();
        services.AddOptions<ResilienceOptions>().BindConfiguration(ResilienceOptions.Section)
            .ValidateDataAnnotations().ValidateOnStart();

        services.AddHttpClient(HttpClients.FactoryName, ConfigureClient)
            .AddHttpMessageHandler(() => new FirstByte.Handler())
            .UseSocketsHttpHandler((handler, provider) => handler.MaxConnectionsPerServer =
                provider.GetRequiredService<IOptions<ConnectionOptions>>().Value.MaxConnectionsPerServer);
        services.AddSingleton<HttpClients>();
        services.AddSingleton<WebClientConnections>();

        services.AddSingleton(TimeProvider.System);
        services.AddSingleton<CircuitBreakerStateProvider>();
        services.AddSingleton<FrontendMetrics>();
        services.AddSingleton<MeasuredCalls>();
        services.AddSingleton<StandardResilience>();
        services.AddExceptionHandler<BackendProblems>();

        services.AddHttpClient<BackendHealthCheck>(ConfigureClient);
        services.AddHealthChecks().AddCheck<BackendHealthCheck>("back-end");
    }

    /// <summary>No timeout of its own: it would not cover a body that is read after the headers.</summary>
    private static void ConfigureClient(IServiceProvider services, HttpClient client)
    {
        client.BaseAddress = services.GetRequiredService<IOptions<BackendOptions>>().Value.BaseAddress;
        client.Timeout = Timeout.InfiniteTimeSpan;
    }
}
