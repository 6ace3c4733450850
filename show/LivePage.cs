using System.Globalization;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace TwoTier.Show;

/// <summary>The page that shows a run: the live one of a run that is followed, or one that plays a recording.</summary>
internal static class LivePage
{
    private const string Html = "text/html; charset=utf-8";

    /// <summary>Reads the page, which this program contains.</summary>
    public static string Read()
    {
        using var text = new StreamReader(typeof(LivePage).Assembly.GetManifestResourceStream("live.html")!);
        return text.ReadToEnd();
    }

    /// <summary>Maps the page of a run that is followed, its events and its report.</summary>
    public static void Map(WebApplication app, EventFeed feed, Func<string?> getReportPath)
    {
        var page = Read();
        app.MapGet("/", context => WriteAsync(context, TypedResults.Text(page, Html)));
        app.MapGet("/events", (HttpRequest request) => TypedResults.ServerSentEvents(feed.ReadAsync(
            long.TryParse(request.Headers["Last-Event-ID"], CultureInfo.InvariantCulture, out var id) ? id : -1,
            app.Lifetime.ApplicationStopping)));
        app.MapGet("/report", context => WriteReportAsync(context, getReportPath()));
    }

    /// <summary>Maps a page that plays a recording, and the report beside the recording.</summary>
    public static void Map(WebApplication app, Recording recording, string page)
    {
        app.MapGet("/", context => WriteAsync(context, TypedResults.Text(page, Html)));
        app.MapGet("/{name}.html", context => WriteReportAsync(
            context,
            Path.GetFileName(recording.ReportPath) == $"{context.Request.RouteValues["name"]}.html"
                ? recording.ReportPath
                : null));
    }

    private static Task WriteReportAsync(HttpContext context, string? path) => File.Exists(path)
        ? WriteAsync(context, TypedResults.PhysicalFile(Path.GetFullPath(path), Html))
        : TypedResults.NotFound().ExecuteAsync(context);

    // The content security policy in the HTML of each page restricts the page to its server. The HTTP headers add the
    // rules that only a server can set, for example that no other site may show the page in a frame.
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
