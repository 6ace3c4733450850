using System.Runtime.CompilerServices;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.Extensions.DependencyInjection;

namespace Studies.Talk;

/// <summary>
/// The server of the talk: the window of the room, that of the speaker with the notes, and the page of the load tool,
/// which the window of the room shows inside.
/// </summary>
internal sealed class TalkServer : IAsyncDisposable
{
    private static readonly string[] LoopbackHosts = ["localhost", "127.0.0.1"];
    private static readonly TimeSpan ShutdownTimeout = TimeSpan.FromSeconds(2);

    private readonly WebApplication _app;
    private readonly LivePageProxy _proxy;

    private TalkServer(WebApplication app, LivePageProxy proxy) => (_app, _proxy) = (app, proxy);

    public string Url => _app.Urls.Single();

    public static async Task<TalkServer> StartAsync(
        int port, IReadOnlyList<Act> acts, TalkSession session, Uri livePage)
    {
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().UseUrls($"http://127.0.0.1:{port}");
        // A page of another site could have its own host name resolve to this computer (DNS rebinding).
        builder.Services.AddRoutingCore().AddHostFiltering(filter => filter.AllowedHosts = LoopbackHosts);
        var app = builder.Build();
        app.UseHostFiltering();
        var proxy = new LivePageProxy(livePage);
        Map(app, acts, session, proxy);
        try
        {
            await app.StartAsync();
        }
        catch (Exception e) when (e is IOException or SocketException)
        {
            await app.DisposeAsync();
            throw new StudyException($"Port {port} is in use. Choose another one: make talk ARGS=\"--port 6190\"", e);
        }

        return new TalkServer(app, proxy);
    }

    public async ValueTask DisposeAsync()
    {
        using var timeout = new CancellationTokenSource(ShutdownTimeout);
        await _app.StopAsync(timeout.Token);
        await _app.DisposeAsync();
        _proxy.Dispose();
    }

    private static void Map(
        WebApplication app, IReadOnlyList<Act> acts, TalkSession session, LivePageProxy proxy)
    {
        var page = File.ReadAllText(ProgramLocator.GetPath("show", "web", "dist", "talk.html"));
        foreach (var path in (string[])["/", "/speaker"])
            app.MapGet(path, () => TypedResults.Text(page, "text/html; charset=utf-8"));
        app.MapGet("/acts", () => ToJson(acts.Select(act => act.File)));
        app.MapGet("/state", (CancellationToken stop) => TypedResults.ServerSentEvents(ReadStatesAsync(session, stop)));
        app.MapGet("/then-and-now", () => ToJson(ThenAndNow.ReadAll()));
        app.MapGet("/ports", () => ToJson(session.ReadPorts()));
        foreach (var path in LivePageProxy.Paths)
            app.MapGet($"/live/{path}", (HttpContext context) => proxy.ForwardAsync(path, context));
        // A browser names the site of the page that sends a request, so that no other site can control the talk.
        var steps = app.MapGroup("/api").AddEndpointFilter((context, next) =>
            context.HttpContext.Request is var request && request.Headers.Origin == $"{request.Scheme}://{request.Host}"
                ? next(context)
                : ValueTask.FromResult<object?>(TypedResults.StatusCode(StatusCodes.Status403Forbidden)));
        steps.MapPost("/forward", session.GoForward);
        steps.MapPost("/back", session.GoBack);
        steps.MapPost("/recording", session.ShowRecording);
        steps.MapPost("/black", session.ToggleBlack);
        steps.MapPost("/guess/{choice:range(1,4)}", (int choice) => session.Guess(choice));
    }

    private static ContentHttpResult ToJson<T>(T value) =>
        TypedResults.Text(JsonSerializer.Serialize(value, StrictYaml.Options), "application/json");

    private static async IAsyncEnumerable<string> ReadStatesAsync(
        TalkSession session, [EnumeratorCancellation] CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            var (json, changed) = session.Read();
            yield return json;
            await changed.WaitAsync(stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }
}
