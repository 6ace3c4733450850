using Load.Reporting.Pages;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace Load.Serving.Live;

/// <summary>The live page, its events, and the report once there is one.</summary>
internal static class Page
{
    private const string Html = "text/html; charset=utf-8";

    /// <param name="app">Serves.</param>
    /// <param name="events">What the page is fed with.</param>
    /// <param name="report">Path of the report's file; null as long as there is none.</param>
    public static void Map(WebApplication app, EventStream events, Func<string?> report)
    {
        app.MapGet("/", context => HtmlAsync(context, Results.Text(Template.Read("live.html"), Html)));
        app.MapGet("/events", events.WriteAsync);
        app.MapGet("/report", context => report() is { } path
            ? HtmlAsync(context, Results.File(Path.GetFullPath(path), Html))
            : Results.NotFound().ExecuteAsync(context));
    }

    // Both pages say themselves whom they may ask, and that is this server at most; nobody may put them into a frame.
    private static Task HtmlAsync(HttpContext context, IResult html)
    {
        var headers = context.Response.Headers;
        headers.ContentSecurityPolicy = "frame-ancestors 'none'";
        headers.XContentTypeOptions = "nosniff";
        headers.CacheControl = "no-store";
        headers["Referrer-Policy"] = "no-referrer";
        return html.ExecuteAsync(context);
    }
}
