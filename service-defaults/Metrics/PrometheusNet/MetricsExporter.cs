using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Prometheus;

namespace ServiceDefaults.Metrics;

/// <summary>
/// The same instruments through prometheus-net, for those who know it: its adapter of .NET meters and its endpoint. Its
/// names begin with the meter's and have no unit; prometheus/prometheus.yml gives them the others' when it scrapes.
/// </summary>
internal static class MetricsExporter
{
    public static void AddMetricsExporter(this IServiceCollection services, string serviceMeter)
    {
        services.AddSingleton<ProcessIo>();
        services.AddSingleton(Prometheus.Metrics.NewCustomRegistry());
        services.AddSingleton(provider => new Listening(MeterAdapter.StartListening(new MeterAdapterOptions
        {
            Registry = provider.GetRequiredService<CollectorRegistry>(),
            MetricFactory = Prometheus.Metrics.WithCustomRegistry(provider.GetRequiredService<CollectorRegistry>()),
            InstrumentFilterPredicate = instrument =>
                Exported.Meters(serviceMeter).Contains(instrument.Meter.Name) && !Exported.Excludes(instrument),
            ResolveHistogramBuckets = instrument => Exported.BoundsOf(instrument) ?? MeterAdapterOptions.DefaultHistogramBuckets,
        })));
    }

    public static void MapMetricsEndpoint(this WebApplication app)
    {
        // Made now and not at the first scrape, so that nothing before it goes uncounted.
        app.Services.GetRequiredService<ProcessIo>();
        app.Services.GetRequiredService<Listening>();
        app.MapMetrics("/metrics", app.Services.GetRequiredService<CollectorRegistry>()).DisableHttpMetrics();
    }

    /// <summary>Ends with the host.</summary>
    private sealed record Listening(IDisposable Adapter) : IDisposable
    {
        public void Dispose() => Adapter.Dispose();
    }
}
