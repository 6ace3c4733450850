using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Logging;

namespace Load.Tests.Hosting;

/// <summary>A Kestrel server on a free port that records the path and query of each request.</summary>
internal sealed class TestServer : IAsyncDisposable
{
    /// <summary>A port on which no server listens: it is none of those that are given to who asks for any.</summary>
    public const string RefusingUrl = "http://127.0.0.1:1";

    private readonly WebApplication _app;

    private TestServer(WebApplication app) => _app = app;

    public string Url => _app.Urls.Single();

    public ConcurrentQueue<string> RequestedPaths { get; } = new();

    public static async Task<TestServer> StartAsync(
        RequestDelegate answer,
        Func<string>? metrics = null,
        Action<KestrelServerOptions>? listen = null)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.WebHost.UseKestrelHttpsConfiguration();
        builder.WebHost.ConfigureKestrel(kestrel => listen?.Invoke(kestrel));
        var server = new TestServer(builder.Build());
        if (metrics is not null)
            server._app.MapGet("/metrics", () => TypedResults.Text(metrics()));
        else
            server._app.MapGet("/metrics", () => TypedResults.NotFound());
        server._app.MapFallback(context =>
        {
            server.RequestedPaths.Enqueue(context.Request.Path + context.Request.QueryString);
            return answer(context);
        });
        await server._app.StartAsync();
        return server;
    }

    public static Task HelloAsync(HttpContext context) => context.Response.WriteAsync("hello");

    public static Task FailAsync(HttpContext context)
    {
        context.Response.StatusCode = StatusCodes.Status503ServiceUnavailable;
        return Task.CompletedTask;
    }

    public ValueTask DisposeAsync() => _app.DisposeAsync();
}
