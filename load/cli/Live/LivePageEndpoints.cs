using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace TwoTier.Load.Cli.Live;

/// <summary>
/// The HTTP endpoints that serve the live page, its event stream and, after the end of the run, the report and the page
/// that plays the recording.
/// </summary>
internal static class LivePageEndpoints
{
    private const string Html = "text/html; charset=utf-8";

    /// <summary>Maps the endpoints of the live page, the event stream and the report.</summary>
    public static void Map(WebApplication app, EventStream events, Func<string?> getReportPath)
    {
        app.MapGet("/events", events.WriteAsync);
        MapReplay(app, PageTemplate.Read("live.html"), getReportPath);
    }

    /// <summary>Maps the endpoints of a live page that contains its events, and of the report.</summary>
    public static void MapReplay(WebApplication app, string page, Func<string?> getReportPath)
    {
        app.MapGet("/", context => WriteAsync(context, TypedResults.Text(page, Html)));
        app.MapGet("/{name}.html", context => getReportPath() is { } report
            && new[] { report, RecordingFiles.GetPagePath(report) }.FirstOrDefault(path =>
                Path.GetFileName(path) == $"{context.Request.RouteValues["name"]}.html") is { } found
            && File.Exists(found)
            ? WriteAsync(context, TypedResults.PhysicalFile(Path.GetFullPath(found), Html))
            : TypedResults.NotFound().ExecuteAsync(context));
        app.MapGet("/report", context => getReportPath() is { } path
            ? WriteAsync(context, TypedResults.PhysicalFile(Path.GetFullPath(path), Html))
            : TypedResults.NotFound().ExecuteAsync(context));
    }

    // The content security policy in the HTML of each page restricts the page to the load tool's server. The HTTP
    // headers add the rules that only a server can set, for example that no other site may show the page in a frame.
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
