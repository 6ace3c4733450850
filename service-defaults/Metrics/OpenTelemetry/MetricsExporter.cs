using System.Diagnostics.Metrics;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using OpenTelemetry;
using OpenTelemetry.Metrics;

namespace ServiceDefaults.Metrics;

/// <summary>The runtime's, ASP.NET Core's and the service's own instruments, at /metrics for Prometheus.</summary>
internal static class MetricsExporter
{
    /// <summary>
    /// Only the durations have more. The library makes room for as many points as it allows, in advance: at its own 2,000,
    /// some 6 MB of the large object heap, most of it for instruments that have one to ten.
    /// </summary>
    private const int MostPoints = 500;

    public static void AddMetricsExporter(this IServiceCollection services, string serviceMeter)
    {
        services.AddSingleton<PrometheusExporter>();
        services.AddSingleton<ProcessIo>();
        services.AddSingleton(provider => Build(provider, serviceMeter));
    }

    public static void MapMetricsEndpoint(this WebApplication app)
    {
        // Made now and not at the first scrape, so that nothing before it goes uncounted.
        app.Services.GetRequiredService<ProcessIo>();
        app.Services.GetRequiredService<MeterProvider>();
        app.MapGet("/metrics", Scrape).DisableHttpMetrics().ExcludeFromDescription();
    }

    private static async Task Scrape(HttpContext context, PrometheusExporter exporter)
    {
        var text = await exporter.ScrapeAsync(context.RequestAborted);
        context.Response.ContentType = "text/plain; version=0.0.4; charset=utf-8";
        await context.Response.BodyWriter.WriteAsync(text, context.RequestAborted);
    }

    private static MeterProvider Build(IServiceProvider services, string serviceMeter)
    {
        var own = services.GetRequiredService<IMeterFactory>();
        return Sdk.CreateMeterProviderBuilder()
            .AddMeter(Exported.Meters(serviceMeter))
            // One view for both: an instrument gets a stream from every view that matches it.
            .AddView(instrument => BelongsElsewhere(instrument, own) || Exported.Excludes(instrument)
                ? MetricStreamConfiguration.Drop
                : StreamOf(instrument))
            .AddReader(new BaseExportingMetricReader(services.GetRequiredService<PrometheusExporter>()))
            .Build();
    }

    private static MetricStreamConfiguration StreamOf(Instrument instrument)
    {
        if (Exported.BoundsOf(instrument) is { } bounds)
            return new ExplicitBucketHistogramConfiguration { Boundaries = bounds };
        return new MetricStreamConfiguration { CardinalityLimit = MostPoints };
    }

    /// <summary>Two services in one process, as tests host them, each have a meter factory; neither shows the other's.</summary>
    private static bool BelongsElsewhere(Instrument instrument, IMeterFactory own) =>
        instrument.Meter.Scope is IMeterFactory scope && !ReferenceEquals(scope, own);
}
