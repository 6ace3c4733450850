using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;
using Prometheus;
using ServiceDefaults.Metrics;
using ServiceDefaults.Otlp;
using Swashbuckle.AspNetCore.SwaggerUI;

namespace ServiceDefaults;

/// <summary>
/// Adds what every service has: logging, tracing, problem details, health, metrics, API documentation, load shedding
/// and thread pool settings. Adds nothing to HttpClient, because a default retry or timeout would distort every
/// comparison.
/// </summary>
public static class ServiceDefaultsExtensions
{
    /// <summary>Makes the service listen on loopback at the given port unless a URL or a port is configured.</summary>
    public static void AddServiceDefaults(this WebApplicationBuilder builder, int port)
    {
        if (Listeners.GetUrls(builder.Configuration) is [])
            builder.WebHost.UseUrls($"http://localhost:{port}");
        builder.AddManagementPort();
        builder.AddLoggingDefaults();
        builder.AddOtlpExport();
        builder.Services.TryAddSingleton(TimeProvider.System);
        builder.Services.AddProblemDetails();
        // A value that is no number then gets a detail.
        builder.Services.Configure<RouteHandlerOptions>(routes => routes.ThrowOnBadRequest = true);
        builder.Services.AddHealthChecks();
        builder.Services.AddSingleton(Prometheus.Metrics.NewCustomRegistry())
            .AddSingleton<MeterFeed>().AddSingleton<ProcessMetrics>();
        builder.Services.AddOpenApi();
        builder.Services.AddListeners();
        builder.Services.AddLoadShedding();
        GracefulStop.AddTo(builder.Services);
        ThreadPoolLimits.AddTo(builder.Services);
        TrustedProxies.AddTo(builder.Services);
    }

    /// <summary>Adds the middleware of every service, and begins to count.</summary>
    public static void UseServiceDefaults(this WebApplication app)
    {
        // Before the host does it, which would log a stack trace.
        app.Services.GetRequiredService<IStartupValidator>().Validate();
        app.Services.GetRequiredService<IOptions<ThreadPoolLimits>>().Value.Set();
        app.UseOtlpExport();
        GracefulStop.Use(app);
        TrustedProxies.Use(app);
        app.UseManagementPort();
        app.UseProblemHandling();
        app.UseLoadShedding();
        // Created now and not at the first scrape, so that everything before that is counted too.
        app.Services.GetRequiredService<ProcessMetrics>();
        app.Services.GetRequiredService<MeterFeed>();
    }

    /// <summary>Maps health, metrics and the documentation of the routes.</summary>
    public static void MapServiceDefaults(this WebApplication app)
    {
        app.MapHealth();
        app.MapMetrics("/metrics", app.Services.GetRequiredService<CollectorRegistry>()).DisableHttpMetrics()
            .DisableTracing().ServeAtManagementPort();
        app.MapApiDocumentation();
    }

    /// <summary>
    /// Serves the OpenAPI document at /openapi/v1.json and a page that shows it at /docs, to which / leads.
    /// </summary>
    private static void MapApiDocumentation(this WebApplication app)
    {
        // Without the constraint, other documents would get a 404 that is not a problem document.
        app.MapOpenApi("/openapi/{documentName:regex(^v1$)}.json");
        // A route of its own, because the middleware compares each path with patterns. It wants no endpoint.
        var page = ((IApplicationBuilder)app).New().Use(next => context =>
        {
            context.SetEndpoint(null);
            return next(context);
        }).UseSwaggerUI(page =>
        {
            page.RoutePrefix = "docs";
            page.DocumentTitle = app.Environment.ApplicationName;
            page.DocExpansion(DocExpansion.Full);
            page.SwaggerEndpoint("../openapi/v1.json", app.Environment.ApplicationName);
        });
        app.MapGet("/docs/{**file}", page.Build()).ExcludeFromDescription().DisableRateLimiting();
        app.MapGet("/", () => TypedResults.LocalRedirect("~/docs")).ExcludeFromDescription().DisableRateLimiting();
    }
}
