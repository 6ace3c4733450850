using Load.Output.Html;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace Load.Live;

/// <summary>The live page, its events, and the report once there is one.</summary>
internal static class ToolEndpoints
{
    private const string Html = "text/html; charset=utf-8";

    /// <param name="app">Serves.</param>
    /// <param name="events">What the page is fed with.</param>
    /// <param name="report">Path of the report's file; null as long as there is none.</param>
    public static void Map(WebApplication app, EventStream events, Func<string?> report)
    {
        app.MapGet("/", context => HtmlAsync(context, TypedResults.Text(PageTemplate.Read("live.html"), Html)));
        app.MapGet("/events", events.WriteAsync);
        app.MapGet("/report", context => report() is { } path
            ? HtmlAsync(context, TypedResults.PhysicalFile(Path.GetFullPath(path), Html))
            : TypedResults.NotFound().ExecuteAsync(context));
    }

    // Both pages say themselves whom they may ask, and that is this server at most; nobody may put them into a frame.
    private static Task HtmlAsync<T>(HttpContext context, T html)
        where T : IResult
    {
        var headers = context.Response.Headers;
        headers.ContentSecurityPolicy = "frame-ancestors 'none'";
        headers.XContentTypeOptions = "nosniff";
        headers.CacheControl = "no-store";
        headers["Referrer-Policy"] = "no-referrer";
        return html.ExecuteAsync(context);
    }
}
