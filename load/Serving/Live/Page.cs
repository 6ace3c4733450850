using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace Load.Serving.Live;

/// <summary>The live page, its events, and the report once there is one.</summary>
internal static class Page
{
    // The page is one file, script and all; it asks this server only, and nobody may put it into a frame.
    private const string Policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
        + "img-src data:; font-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    /// <param name="app">Serves.</param>
    /// <param name="events">What the page is fed with.</param>
    /// <param name="report">Path of the report's file; null as long as there is none.</param>
    public static void Map(WebApplication app, EventStream events, Func<string?> report)
    {
        app.MapGet("/", context => HtmlAsync(context, Results.Stream(Source(), "text/html; charset=utf-8")));
        app.MapGet("/events", events.WriteAsync);
        app.MapGet("/report", context => report() is { } path
            ? HtmlAsync(context, Results.File(Path.GetFullPath(path), "text/html; charset=utf-8"))
            : Results.NotFound().ExecuteAsync(context));
    }

    private static Task HtmlAsync(HttpContext context, IResult html)
    {
        var headers = context.Response.Headers;
        (headers.ContentSecurityPolicy, headers.XContentTypeOptions, headers.CacheControl) = (Policy, "nosniff", "no-store");
        headers["Referrer-Policy"] = "no-referrer";
        return html.ExecuteAsync(context);
    }

    private static Stream Source() => typeof(Page).Assembly.GetManifestResourceStream("live.html")!;
}
