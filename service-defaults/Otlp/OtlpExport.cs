using System.Diagnostics;
using Microsoft.AspNetCore.Http.Features;
using OpenTelemetry.Logs;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;
using OpenTelemetry.Trace;
using ServiceDefaults.Metrics;

namespace ServiceDefaults.Otlp;

/// <summary>Sends traces, metrics and logs to a collector, only if OTEL_EXPORTER_OTLP_ENDPOINT is set.</summary>
internal static class OtlpExport
{
    public static void AddOtlpExport(this WebApplicationBuilder builder)
    {
        if (string.IsNullOrEmpty(builder.Configuration["OTEL_EXPORTER_OTLP_ENDPOINT"]))
            return;
        var name = builder.Environment.ApplicationName;
        builder.Services.AddOpenTelemetry()
            // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES replace what was added before them.
            .ConfigureResource(resource => resource.AddService(name).AddEnvironmentVariableDetector())
            .WithTracing(tracing => tracing
                .AddAspNetCoreInstrumentation(requests => requests.EnrichWithHttpResponse = AddFlags)
                .AddHttpClientInstrumentation()
                .AddSource("Experimental.System.Net.Http.Connections")
                .AddOtlpExporter())
            .WithMetrics(metrics => metrics
                .AddMeter("Microsoft.AspNetCore.*", "System.Net.Http", "System.Runtime", "Polly", "Testbed.*", name)
                // Two meters may have an instrument of the same name, which would be added up.
                .AddView(metric => RegisteredMetric.Find(metric) is null ? MetricStreamConfiguration.Drop : null)
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
