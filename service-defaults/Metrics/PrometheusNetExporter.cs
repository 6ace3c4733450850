using System.Diagnostics.Metrics;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Prometheus;

namespace ServiceDefaults.Metrics;

/// <summary>
/// Exports the same metrics as PrometheusExporter, but with the library prometheus-net instead of the OpenTelemetry
/// SDK. The names that prometheus-net gives begin with the name of the meter and lack the unit, so
/// prometheus/prometheus.yml renames the metrics when Prometheus scrapes.
/// </summary>
internal static class PrometheusNetExporter
{
    public static IServiceCollection AddMetricsExporter(
        this IServiceCollection services, string serviceMeter) => services
        .AddSingleton<ProcessMetrics>()
        .AddSingleton(Prometheus.Metrics.NewCustomRegistry())
        .AddSingleton(
            provider => new MeterToPrometheusAdapter(provider.GetRequiredService<CollectorRegistry>(), serviceMeter));

    public static void MapMetricsEndpoint(this WebApplication app)
    {
        // ProcessMetrics and MeterToPrometheusAdapter are created now and not at the first scrape, so that
        // everything before that scrape
        // is counted too.
        app.Services.GetRequiredService<ProcessMetrics>();
        app.Services.GetRequiredService<MeterToPrometheusAdapter>();
        app.MapMetrics("/metrics", app.Services.GetRequiredService<CollectorRegistry>())
            .DisableHttpMetrics().DisableRateLimiting();
    }

    /// <summary>Listens to the exported meters until the host is disposed.</summary>
    private sealed class MeterToPrometheusAdapter(CollectorRegistry registry, string serviceMeter) : IDisposable
    {
        private readonly IDisposable _listener = MeterAdapter.StartListening(new MeterAdapterOptions
        {
            Registry = registry,
            MetricFactory = Prometheus.Metrics.WithCustomRegistry(registry),
            InstrumentFilterPredicate = instrument =>
                ExportedMeters.GetNames(serviceMeter).Contains(instrument.Meter.Name)
                && !ExportedMeters.IsExcludedInstrument(instrument),
            ResolveHistogramBuckets = ResolveBuckets,
        });

        public void Dispose() => _listener.Dispose();

        private static double[] ResolveBuckets(Instrument instrument)
        {
            if (ExportedMeters.NeedsDurationBuckets(instrument))
                return [.. DurationBuckets.BoundsInSeconds];
            return instrument is Histogram<double> { Advice.HistogramBucketBoundaries: { } advised }
                ? [.. advised]
                : MeterAdapterOptions.DefaultHistogramBuckets;
        }
    }
}
