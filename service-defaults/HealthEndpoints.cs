using Microsoft.AspNetCore.Diagnostics.HealthChecks;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using ServiceDefaults.Otlp;

namespace ServiceDefaults;

/// <summary>/health/live answers while the process runs, /health/ready while what the service needs is there.</summary>
internal static class HealthEndpoints
{
    public static void MapHealth(this WebApplication app)
    {
        var health = app.MapGroup("/health").DisableHttpMetrics().DisableTracing().ServeAtManagementPort();
        health.MapHealthChecks("/live", new HealthCheckOptions { Predicate = _ => false });
        health.MapHealthChecks("/ready", new HealthCheckOptions { ResponseWriter = WriteReport });
    }

    private static Task WriteReport(HttpContext context, HealthReport report)
    {
        if (report.Status is not HealthStatus.Unhealthy)
            return context.Response.WriteAsync(report.Status.ToString());

        var reasons = report.Entries.Where(entry => entry.Value.Status is HealthStatus.Unhealthy)
            .Select(entry => $"{entry.Key}: {entry.Value.Description}");
        return TypedResults.Problem(string.Join("; ", reasons), title: "Not ready",
            statusCode: StatusCodes.Status503ServiceUnavailable).ExecuteAsync(context);
    }
}
