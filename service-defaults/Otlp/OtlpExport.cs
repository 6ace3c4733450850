using System.Diagnostics;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using OpenTelemetry;
using OpenTelemetry.Logs;
using OpenTelemetry.Resources;
using OpenTelemetry.Trace;

namespace ServiceDefaults.Otlp;

/// <summary>
/// Sends traces, metrics and logs to an OpenTelemetry collector if OTEL_EXPORTER_OTLP_ENDPOINT is set. Without this
/// setting, nothing of it is in the path of a request. All other settings of the OpenTelemetry SDK apply as well, for
/// example OTEL_TRACES_SAMPLER.
/// </summary>
internal static class OtlpExport
{
    // The spans of the framework itself. No instrumentation package is needed.
    private static readonly string[] Sources =
        ["Microsoft.AspNetCore", "System.Net.Http", "Experimental.System.Net.Http.Connections"];

    public static bool IsEnabled(IConfiguration configuration) =>
        !string.IsNullOrEmpty(configuration["OTEL_EXPORTER_OTLP_ENDPOINT"]);

    /// <summary>Makes the OpenTelemetry SDK read its settings from the configuration of the service.</summary>
    public static void UseConfiguration(this IServiceCollection sdkServices, IConfiguration configuration) =>
        sdkServices.AddSingleton(configuration);

    public static void AddOtlpExport(this WebApplicationBuilder builder)
    {
        if (!IsEnabled(builder.Configuration))
            return;
        var (configuration, name) = (builder.Configuration, builder.Environment.ApplicationName);
        builder.Services.AddSingleton(_ => Sdk.CreateTracerProviderBuilder()
            .ConfigureServices(services => services.UseConfiguration(configuration))
            .ConfigureResource(resource => resource.AddService(name))
            .AddSource(Sources)
            .AddOtlpExporter()
            .Build());
        builder.Logging.AddOpenTelemetry(logging => logging
            .SetResourceBuilder(ResourceBuilder.CreateDefault().AddService(name))
            .AddOtlpExporter());
    }

    /// <summary>Describes the span of each request. Call this method before other middleware.</summary>
    public static void UseRequestSpans(this WebApplication app)
    {
        if (!IsEnabled(app.Configuration))
            return;
        app.Services.GetRequiredService<TracerProvider>();
        app.Use(DescribeSpanAsync);
    }

    private static async Task DescribeSpanAsync(HttpContext context, RequestDelegate next)
    {
        var span = context.Features.Get<IHttpActivityFeature>()?.Activity;
        if (span is not { IsAllDataRequested: true })
        {
            await next(context);
            return;
        }

        var endpoint = context.GetEndpoint();
        if (endpoint?.Metadata.GetMetadata<IDisableHttpMetricsMetadata>() is not null)
        {
            // Probes and scrapes are not exported, and neither are the calls that they make.
            span.ActivityTraceFlags &= ~ActivityTraceFlags.Recorded;
            span.IsAllDataRequested = false;
            await next(context);
            return;
        }

        await next(context);
        var method = context.Request.Method;
        if ((endpoint as RouteEndpoint)?.RoutePattern.RawText is { } route)
        {
            span.DisplayName = $"{method} {route}";
            span.SetTag("http.route", route);
        }

        span.SetTag("http.request.method", method);
        span.SetTag("url.path", context.Request.Path.Value);
        span.SetTag("http.response.status_code", context.Response.StatusCode);
        if (context.Response.StatusCode >= StatusCodes.Status500InternalServerError)
            span.SetStatus(ActivityStatusCode.Error);
        foreach (var (name, value) in context.Features.Get<IHttpMetricsTagsFeature>()?.Tags ?? [])
            span.SetTag(name, value);
    }
}
