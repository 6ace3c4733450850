using Prometheus;

namespace ServiceDefaults.Metrics;

/// <summary>Exports the metrics of the runtime, of ASP.NET Core and of the service at /metrics.</summary>
internal static class MetricsEndpoint
{
    public static void AddMetricsEndpoint(this IServiceCollection services) => services
        .AddSingleton(Prometheus.Metrics.NewCustomRegistry()).AddSingleton<MeterFeed>().AddSingleton<ProcessMetrics>();

    public static IEndpointConventionBuilder MapMetricsEndpoint(this WebApplication app)
    {
        // Created now and not at the first scrape, so that everything before that is counted too.
        app.Services.GetRequiredService<ProcessMetrics>();
        app.Services.GetRequiredService<MeterFeed>();
        return app.MapMetrics("/metrics", app.Services.GetRequiredService<CollectorRegistry>()).DisableHttpMetrics();
    }
}
