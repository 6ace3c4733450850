using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Diagnostics.HealthChecks;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace ServiceDefaults.Health;

/// <summary>Live: the process answers. Ready: so does everything it needs. In every environment.</summary>
internal static class HealthEndpoints
{
    public static void AddHealth(this IServiceCollection services) => services.AddHealthChecks();

    public static void MapHealth(this WebApplication app)
    {
        var health = app.MapGroup("/health").DisableHttpMetrics();
        health.MapHealthChecks("/live", new HealthCheckOptions { Predicate = _ => false });
        health.MapHealthChecks("/ready", new HealthCheckOptions { ResponseWriter = Write });
    }

    private static Task Write(HttpContext context, HealthReport report)
    {
        if (report.Status is not HealthStatus.Unhealthy)
            return context.Response.WriteAsync(report.Status.ToString());

        var reasons = report.Entries.Where(entry => entry.Value.Status is HealthStatus.Unhealthy)
            .Select(entry => $"{entry.Key}: {entry.Value.Description}");
        return TypedResults.Problem(string.Join("; ", reasons), title: "Not ready",
            statusCode: StatusCodes.Status503ServiceUnavailable).ExecuteAsync(context);
    }
}
