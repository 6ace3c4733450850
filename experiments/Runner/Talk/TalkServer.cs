using System.Net.ServerSentEvents;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using Experiments.Claims;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Experiments.Talk;

/// <summary>
/// The server of the talk: the window of the room, that of the speaker with the notes, and the page of show,
/// which the window of the room shows inside. All of it needs the token, which is part of the address.
/// </summary>
internal sealed class TalkServer(WebApplication app) : IAsyncDisposable
{
    // The policy in each page also names the only script that it may run, by its hash.
    private const string ContentSecurityPolicy =
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:; "
        + "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

    private const string Html = "text/html; charset=utf-8";

    private static readonly TimeSpan ReadingInterval = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan ShutdownTimeout = TimeSpan.FromSeconds(2);

    private readonly string _token = RandomNumberGenerator.GetHexString(32, lowercase: true);

    /// <summary>The address of the window of the room, with the token, and without a slash at its end.</summary>
    public string Url => $"{app.Urls.Single()}/{_token}";

    /// <summary>Starts the server on a port, or on another one if that is in use.</summary>
    public static async Task<TalkServer> StartAsync(int port, IReadOnlyList<RecordedAct> acts, TalkSession session)
    {
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().UseUrls($"http://127.0.0.1:{(FreePort.IsFree(port) ? port : 0)}");
        builder.Services.AddRoutingCore();
        var app = builder.Build();
        var server = new TalkServer(app);
        server.Map(acts, session);
        await app.StartAsync();
        return server;
    }

    public async ValueTask DisposeAsync()
    {
        await app.StopAsync(ShutdownTimeout);
        await app.DisposeAsync();
    }

    private void Map(IReadOnlyList<RecordedAct> acts, TalkSession session)
    {
        // The token is in the path, because events and frames, which the pages load, cannot have a header.
        app.UsePathBase($"/{_token}");
        app.Use(ProtectAsync);
        app.UseRouting();
        var (page, inside) = (ReadPage("talk.html"), ReadPage("live.html"));
        foreach (var path in (string[])["/", "/speaker"])
            app.MapGet(path, () => TypedResults.Text(page, Html));
        app.MapGet("/live/", () => TypedResults.Text(InsertRecording(inside, session.Shown.Recording), Html));
        app.MapGet("/live/events", (HttpRequest request, CancellationToken stop) => TypedResults.ServerSentEvents(
            ReadEventsAsync(
                session.Shown.Events,
                int.TryParse(request.Headers["Last-Event-ID"], CultureInfo.InvariantCulture, out var last) ? last : 0,
                stop)));
        app.MapGet("/talk", () => TypedResults.Json(
            new
            {
                Acts = acts,
                // What the last page shows, if the speaker has named it.
                Address = Environment.GetEnvironmentVariable("REPOSITORY"),
                ThenAndNow = from row in acts.SelectMany(act => act.Act.Rows)
                             let entry = Ledger.Read().GetEntry(row.Key)
                             let published = entry.Claim.File.Published.GetRatio()!.Value
                             select new { Says = row.Value, Published = published, Measured = entry.MeasuredRatio },
            },
            StrictYaml.Options));
        app.MapGet("/state", (CancellationToken stop) => TypedResults.ServerSentEvents(ReadStatesAsync(session, stop)));
        app.MapGet(
            "/readiness", () => TypedResults.Json(new { CpuPressure = MachineRecord.ReadCpuPressure() }, StrictYaml.Options));
        var steps = app.MapGroup("/api");
        steps.MapPost("/forward", session.GoForward);
        steps.MapPost("/back", session.GoBack);
        steps.MapPost("/recording", session.ShowRecording);
        steps.MapPost("/guess/{choice:range(1,4)}", (int choice) => session.Guess(choice));
    }

    // A browser names the site of the page that sends a request, and a page of another site does not know the token.
    // Its host name could be made to lead to this computer (DNS rebinding), but remains its own.
    private static Task ProtectAsync(HttpContext context, RequestDelegate next)
    {
        var (request, headers) = (context.Request, context.Response.Headers);
        headers.ContentSecurityPolicy = ContentSecurityPolicy;
        headers.XContentTypeOptions = "nosniff";
        headers.CacheControl = "no-store";
        headers["Cross-Origin-Opener-Policy"] = headers["Cross-Origin-Resource-Policy"] = "same-origin";
        headers["Referrer-Policy"] = "no-referrer";
        var isToThisServer = request.Host.Port == context.Connection.LocalPort
            && request.Host.Host is "localhost" or "127.0.0.1";
        var isFromOwnPage = request.Headers.Origin.Count is 0
            ? HttpMethods.IsGet(request.Method)
            : request.Headers.Origin == $"{request.Scheme}://{request.Host}";
        return isToThisServer && isFromOwnPage && request.PathBase.HasValue
            ? next(context)
            : TypedResults.Text("Open the address that make talk printed. It contains the token.", statusCode: 403)
                .ExecuteAsync(context);
    }

    private static string ReadPage(string name) => File.ReadAllText(ProgramLocator.GetPath("show", "dist", name));

    // Show makes the page of a recording in the same way. In JSON, a < is always inside of a string. Escaped, it cannot
    // close the element that contains the recording.
    private static string InsertRecording(string page, string? recording) => recording is null ? page : page.Replace(
        "<!--recording-->", File.ReadAllText(recording).Replace("<", "\\u003c", StringComparison.Ordinal),
        StringComparison.Ordinal);

    /// <summary>Reads the events of a run as they come, from those on that a page does not have.</summary>
    private static async IAsyncEnumerable<SseItem<string>> ReadEventsAsync(
        IReadOnlyCollection<string> events, int sent, [EnumeratorCancellation] CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            string[] lines = [.. events.Skip(sent)];
            sent += lines.Length;
            // The page would take a connection without events for lost.
            foreach (var line in lines.DefaultIfEmpty("{}"))
                yield return new SseItem<string>(line) { EventId = $"{sent}" };
            await Task.Delay(ReadingInterval, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private static async IAsyncEnumerable<string> ReadStatesAsync(
        TalkSession session, [EnumeratorCancellation] CancellationToken stop)
    {
        for (var shown = ""; !stop.IsCancellationRequested;)
        {
            if (session.Read() is var state && state != shown)
                yield return shown = state;
            await Task.Delay(ReadingInterval, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }
}
