using System.Diagnostics;
using Microsoft.AspNetCore.Http.Features;
using OpenTelemetry.Logs;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;
using OpenTelemetry.Trace;

namespace ServiceDefaults.Otlp;

/// <summary>Sends traces, metrics and logs to a collector, only if OTEL_EXPORTER_OTLP_ENDPOINT is set.</summary>
internal static class OtlpExport
{
    public static bool IsEnabled(IConfiguration configuration) =>
        !string.IsNullOrEmpty(configuration["OTEL_EXPORTER_OTLP_ENDPOINT"]);

    public static void AddOtlpExport(this WebApplicationBuilder builder)
    {
        if (!IsEnabled(builder.Configuration))
            return;
        var name = builder.Environment.ApplicationName;
        builder.Services.AddOpenTelemetry()
            .ConfigureResource(resource => resource.AddService(name))
            .WithTracing(tracing => tracing
                .AddAspNetCoreInstrumentation(requests =>
                {
                    requests.Filter = context => context.Request.Path is var path
                        && !path.StartsWithSegments("/health") && path != "/metrics";
                    requests.EnrichWithHttpResponse = AddFlags;
                })
                .AddHttpClientInstrumentation()
                .AddSource("Experimental.System.Net.Http.Connections")
                .AddOtlpExporter())
            .WithMetrics(metrics => metrics
                .AddMeter("Microsoft.AspNetCore.*", "System.Net.Http", "System.Runtime", "Polly", "Testbed.*", name)
                .AddOtlpExporter())
            .WithLogging(logs => logs.AddOtlpExporter());
    }

    // The flags of a request are the labels of its metrics.
    private static void AddFlags(Activity span, HttpResponse response)
    {
        foreach (var (name, value) in response.HttpContext.Features.Get<IHttpMetricsTagsFeature>()?.Tags ?? [])
            span.SetTag(name, value);
    }
}
