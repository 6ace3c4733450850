using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using ServiceDefaults.Metrics;
using ServiceDefaults.Otlp;
using Swashbuckle.AspNetCore.SwaggerUI;

namespace ServiceDefaults;

/// <summary>
/// Adds what every service has: logging, tracing, problem details, health, metrics, API documentation, load shedding
/// and thread pool settings.
/// Adds nothing to HttpClient, because a default retry or timeout would distort every comparison.
/// </summary>
public static class ServiceDefaultsExtensions
{
    /// <summary>
    /// Adds what every service has to the builder, and makes the service listen on loopback unless a URL or a port is
    /// configured.
    /// </summary>
    /// <param name="builder">The builder of the service.</param>
    /// <param name="port">The port to listen on if no URL is configured.</param>
    /// <returns>The builder, so that calls can be chained.</returns>
    public static WebApplicationBuilder AddServiceDefaults(this WebApplicationBuilder builder, int port)
    {
        builder.ListenOnLoopback(port);
        builder.AddLoggingDefaults();
        builder.AddOtlpExport();
        builder.Services.TryAddSingleton(TimeProvider.System);
        builder.Services.AddProblemDetails();
        builder.Services.AddHealthChecks();
        builder.Services.AddMetricsEndpoint();
        builder.Services.AddOpenApiDocument();
        builder.Services.AddLoadShedding();
        builder.Services.AddThreadPoolConfiguration();
        return builder;
    }

    /// <summary>
    /// Adds error handling and the routes that every service has. Call this method before mapping the service's own
    /// routes.
    /// </summary>
    /// <param name="app">The service.</param>
    /// <returns>The service, so that calls can be chained.</returns>
    public static WebApplication MapServiceDefaults(this WebApplication app)
    {
        app.UseProblemHandling();
        app.UseLoadShedding();
        app.MapHealth();
        app.MapMetricsEndpoint();
        app.MapApiDocumentation();
        return app;
    }

    private static void ListenOnLoopback(this WebApplicationBuilder builder, int port)
    {
        string[] urlKeys =
            [WebHostDefaults.ServerUrlsKey, WebHostDefaults.HttpPortsKey, WebHostDefaults.HttpsPortsKey];
        if (urlKeys.All(key => string.IsNullOrEmpty(builder.Configuration[key])))
            builder.WebHost.UseUrls($"http://localhost:{port}");
    }

    /// <summary>Serves the OpenAPI document at /openapi/v1.json and a page that shows the document at /docs.</summary>
    private static void MapApiDocumentation(this WebApplication app)
    {
        // Only the document v1 exists. Without the constraint, other names would get a 404 that is not a problem
        // document.
        app.MapOpenApi("/openapi/{documentName:regex(^v1$)}.json");
        // Other requests do not pass the middleware of the page, which compares each path with patterns.
        app.UseWhen(context => context.Request.Path.StartsWithSegments("/docs"), docs => docs.UseSwaggerUI(page =>
        {
            page.RoutePrefix = "docs";
            page.DocumentTitle = app.Environment.ApplicationName;
            page.DocExpansion(DocExpansion.Full);
            page.SwaggerEndpoint("/openapi/v1.json", app.Environment.ApplicationName);
        }));
    }
}
