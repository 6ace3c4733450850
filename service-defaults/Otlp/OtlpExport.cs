using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Net;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using OpenTelemetry.Logs;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;
using OpenTelemetry.Trace;
using ServiceDefaults.Metrics;

namespace ServiceDefaults.Otlp;

/// <summary>Sends traces, metrics and logs to a collector, only if OTEL_EXPORTER_OTLP_ENDPOINT is set.</summary>
internal static partial class OtlpExport
{
    private const string Endpoint = "OTEL_EXPORTER_OTLP_ENDPOINT";

    public static void AddOtlpExport(this WebApplicationBuilder builder)
    {
        if (string.IsNullOrEmpty(builder.Configuration[Endpoint]))
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

    /// <summary>Logs where telemetry goes, and the first of each failure, which the exporter does not log.</summary>
    /// <exception cref="OptionsValidationException">The endpoint is no address of HTTP.</exception>
    public static void UseOtlpExport(this WebApplication app)
    {
        if (app.Configuration[Endpoint] is not { Length: > 0 } text)
            return;
        if (!Uri.TryCreate(text, UriKind.Absolute, out var endpoint) || endpoint.Scheme is not ("http" or "https"))
        {
            throw new OptionsValidationException(
                Endpoint, typeof(Uri), [$"Set {Endpoint} to an address such as http://localhost:4317."]);
        }

        var proxy = WebRequest.GetSystemWebProxy().GetProxy(endpoint);
        LogEndpoint(app.Logger, endpoint.Authority, proxy is null ? "without a proxy" : $"through {proxy.Authority}");
        app.Lifetime.ApplicationStopped.Register(new ExportFailures(app.Logger).Dispose);
    }

    // The flags of a request are the labels of its metrics.
    private static void AddFlags(Activity span, HttpResponse response)
    {
        foreach (var (name, value) in response.HttpContext.Features.Get<IHttpMetricsTagsFeature>()?.Tags ?? [])
            span.SetTag(name, value);
    }

    [LoggerMessage(1, LogLevel.Information, "Telemetry goes to {Endpoint}, {Proxy}.")]
    private static partial void LogEndpoint(ILogger logger, string endpoint, string proxy);

    [LoggerMessage(2, LogLevel.Warning, "Telemetry is lost: {Reason}")]
    private static partial void LogFailure(ILogger logger, string reason);

    private sealed class ExportFailures(ILogger logger) : EventListener
    {
        private readonly ConcurrentDictionary<int, bool> _logged = [];

        protected override void OnEventSourceCreated(EventSource source)
        {
            if (source.Name.StartsWith("OpenTelemetry-Exporter", StringComparison.Ordinal))
                EnableEvents(source, EventLevel.Warning);
        }

        protected override void OnEventWritten(EventWrittenEventArgs failure)
        {
            var reason = string.Join(' ', (failure.Payload ?? []).OfType<string>().Select(part => part.Split('\n')[0]));
            if (reason is not "" && _logged.TryAdd(failure.EventId, true))
                LogFailure(logger, reason);
        }
    }
}
