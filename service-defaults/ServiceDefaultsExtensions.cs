using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;

namespace ServiceDefaults;

/// <summary>What both tiers share: health, metrics, problem details, logs, documentation. Nothing about HttpClient.</summary>
public static class ServiceDefaultsExtensions
{
    /// <param name="builder">The service's builder.</param>
    /// <param name="port">The loopback port to listen on where no URL is configured.</param>
    public static WebApplicationBuilder AddServiceDefaults(this WebApplicationBuilder builder, int port)
    {
        if (builder.Configuration[WebHostDefaults.ServerUrlsKey] is null
            && builder.Configuration[WebHostDefaults.HttpPortsKey] is null)
        {
            builder.WebHost.UseUrls($"http://localhost:{port}");
        }

        return builder;
    }

    public static WebApplication MapServiceDefaults(this WebApplication app) => app;
}
