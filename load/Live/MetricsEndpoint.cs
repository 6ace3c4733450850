using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace Load.Live;

/// <summary><c>/metrics</c> of the tool itself.</summary>
internal static class MetricsEndpoint
{
    public static void Map(WebApplication app, ToolMetrics metrics) =>
        app.MapGet("/metrics", context => TypedResults.Text(metrics.Format(), ToolMetrics.ContentType).ExecuteAsync(context));
}
