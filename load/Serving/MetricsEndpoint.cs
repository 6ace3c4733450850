using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace Load.Serving;

/// <summary><c>/metrics</c> of the tool itself.</summary>
internal static class MetricsEndpoint
{
    public static void Map(WebApplication app, OwnMetrics metrics) =>
        app.MapGet("/metrics", context => Results.Text(metrics.Text(), OwnMetrics.ContentType).ExecuteAsync(context));
}
