using Microsoft.Extensions.Logging.Abstractions;
using Polly;
using ServiceDefaults;

namespace FrontendApi.Backend;

internal static class BackendServiceCollectionExtensions
{
    /// <summary>Adds all services that are needed to call the back-end, with any client API.</summary>
    public static IServiceCollection AddBackend(this IServiceCollection services)
    {
        ClientExceptionMapper.LoadLibraries();
        // Makes Polly's counter of events, so that those of the circuits are 0 before the first of them opens.
        _ = new ResiliencePipelineBuilder().ConfigureTelemetry(NullLoggerFactory.Instance);
        services.AddSettings<BackendOptions>("Backend")
            .Validate(options => BackendOptions.IsValid(options.BaseAddress), FormatAddressError("BaseAddress"))
            .Validate(options => options.Http2Address is null || BackendOptions.IsValid(options.Http2Address),
                FormatAddressError("Http2Address"))
            .Validate(options => options.HealthAddress is null || BackendOptions.IsValid(options.HealthAddress),
                FormatAddressError("HealthAddress"));
        services.AddSettings<ClientOptions>("Client")
            .Validate(options => ClientOptions.IsValid(options.PooledConnectionLifetime),
                FormatTimeError("PooledConnectionLifetime"))
            .Validate(options => ClientOptions.IsValid(options.PooledConnectionIdleTimeout),
                FormatTimeError("PooledConnectionIdleTimeout"))
            .Validate<IOptions<BackendOptions>>((client, backend) =>
                client.Http.ToLowerInvariant() is not (HttpMode.Http2 or HttpMode.Http2Multi)
                    || BackendClients.GetAddress(backend.Value, HttpMode.Http2) is not null,
                "Set Backend:Http2Address, because Client:Http makes HTTP/2 the default, or set Client:Http to 1.1.");

        var budget = new RetryBudget();
        foreach (var http in HttpMode.All)
        {
            foreach (var resilience in ResilienceMode.All)
                services.AddBackendClient(http, resilience, budget);
        }

        services.AddHealthChecks().AddCheck<BackendHealthCheck>("back-end");
        services.AddExceptionHandler<BackendExceptionHandler>();
        return services
            .AddSingleton<WebClientProvider>().AddSingleton<BackendCaller>().AddSingleton<FrontendMetrics>()
            .AddSingleton<BackendHealthCheck>();
    }

    private static string FormatAddressError(string setting) =>
        $"Set Backend:{setting} to an address without a path or a user name, such as http://localhost:5101.";

    private static string FormatTimeError(string setting) =>
        $"Set Client:{setting} to a time between 00:00:01 and 1.00:00:00, or to -00:00:00.001 for no limit.";
}
