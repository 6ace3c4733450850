using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using ServiceDefaults.Documentation;
using ServiceDefaults.Health;
using ServiceDefaults.Logs;
using ServiceDefaults.Metrics;
using ServiceDefaults.Problems;
using ServiceDefaults.Runtime;

namespace ServiceDefaults;

/// <summary>
/// What both tiers share: logs, problem details, health, metrics, documentation, the pool's threads. Nothing about HttpClient.
/// </summary>
public static class ServiceDefaultsExtensions
{
    /// <param name="builder">The service's builder.</param>
    /// <param name="port">The loopback port to listen on where no URL is configured.</param>
    public static WebApplicationBuilder AddServiceDefaults(this WebApplicationBuilder builder, int port)
    {
        builder.ListenOnLoopback(port);
        builder.AddQuietLogs();
        builder.Services.AddProblems();
        builder.Services.AddHealth();
        builder.Services.AddMetricsExporter(builder.Environment.ApplicationName);
        builder.Services.AddDocumentation();
        builder.Services.AddRuntimeSettings();
        return builder;
    }

    /// <summary>Adds the error handling and the routes that every service has. Call it before the service's own routes.</summary>
    public static WebApplication MapServiceDefaults(this WebApplication app)
    {
        app.UseProblems();
        app.MapHealth();
        app.MapMetricsEndpoint();
        app.MapDocumentation();
        return app;
    }

    private static void ListenOnLoopback(this WebApplicationBuilder builder, int port)
    {
        string[] told = [WebHostDefaults.ServerUrlsKey, WebHostDefaults.HttpPortsKey, WebHostDefaults.HttpsPortsKey];
        if (told.All(key => string.IsNullOrEmpty(builder.Configuration[key])))
            builder.WebHost.UseUrls($"http://localhost:{port}");
    }
}
