using Load.Output.Html;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace Load.Live;

/// <summary>The endpoints of the live page, its events, and the report after the end of the run.</summary>
internal static class LivePageEndpoints
{
    private const string Html = "text/html; charset=utf-8";

    /// <summary>Maps the endpoints.</summary>
    /// <param name="app">The application to map them to.</param>
    /// <param name="events">The event stream of the page.</param>
    /// <param name="getReportPath">The path of the report's file, or null while there is no report.</param>
    public static void Map(WebApplication app, EventStream events, Func<string?> getReportPath)
    {
        app.MapGet("/", context => WriteAsync(context, TypedResults.Text(PageTemplate.Read("live.html"), Html)));
        app.MapGet("/events", events.WriteAsync);
        app.MapGet("/report", context => getReportPath() is { } path
            ? WriteAsync(context, TypedResults.PhysicalFile(Path.GetFullPath(path), Html))
            : TypedResults.NotFound().ExecuteAsync(context));
    }

    // Each page restricts itself to this server. These headers add what only the server can say, such as that no other
    // page may show it in a frame.
    private static Task WriteAsync<T>(HttpContext context, T page)
        where T : IResult
    {
        var headers = context.Response.Headers;
        headers.ContentSecurityPolicy = "frame-ancestors 'none'";
        headers.XContentTypeOptions = "nosniff";
        headers.CacheControl = "no-store";
        headers["Referrer-Policy"] = "no-referrer";
        return page.ExecuteAsync(context);
    }
}
