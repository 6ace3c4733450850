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
    private static readonly string[] Meters =
    [
        "Microsoft.AspNetCore.Hosting", "Microsoft.AspNetCore.Server.Kestrel", "System.Net.Http", "System.Runtime",
        ProcessIo.MeterName,
    ];

    private static readonly string[] Durations =
    [
        "http.server.request.duration", "http.client.request.duration", "http.client.request.time_in_queue",
        "backend.call.duration",
    ];

    // Updated twice for each call, to say what the active ones of http.client.open_connections say too.
    private const string TwiceACall = "http.client.active_requests";

    // The default bounds begin at 5 ms, and most answers here take less.
    private static readonly double[] Seconds =
    [
        0.00025, 0.0005, 0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ];

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
            .AddMeter([.. Meters, serviceMeter])
            // One view for both: an instrument gets a stream from every view that matches it.
            .AddView(instrument => BelongsElsewhere(instrument, own) || instrument.Name is TwiceACall
                ? MetricStreamConfiguration.Drop
                : WithBounds(instrument))
            .AddReader(new BaseExportingMetricReader(services.GetRequiredService<PrometheusExporter>()))
            .Build();
    }

    private static ExplicitBucketHistogramConfiguration? WithBounds(Instrument instrument) =>
        Durations.Contains(instrument.Name) ? new() { Boundaries = Seconds } : null;

    /// <summary>Two services in one process, as tests host them, each have a meter factory; neither shows the other's.</summary>
    private static bool BelongsElsewhere(Instrument instrument, IMeterFactory own) =>
        instrument.Meter.Scope is IMeterFactory scope && !ReferenceEquals(scope, own);
}
