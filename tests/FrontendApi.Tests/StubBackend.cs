using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace FrontendApi.Tests;

/// <summary>A back-end on a port of its own that responds as a test says, and records the requests.</summary>
internal sealed class StubBackend : IAsyncDisposable
{
    private readonly WebApplication _app;

    private StubBackend(RequestDelegate respond, HttpProtocols protocols)
    {
        Respond = respond;
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.WebHost.ConfigureKestrel(
            kestrel => kestrel.ConfigureEndpointDefaults(listen => listen.Protocols = protocols));
        _app = builder.Build();
        _app.Run(context =>
        {
            Requests.Enqueue(context.Request.Path);
            return Respond(context);
        });
    }

    public RequestDelegate Respond { get; set; }

    /// <summary>The paths of the requests, in the order of their arrival.</summary>
    public ConcurrentQueue<string> Requests { get; } = [];

    public string Address => _app.Urls.Single();

    public static async Task<StubBackend> StartAsync(
        RequestDelegate respond, HttpProtocols protocols = HttpProtocols.Http1)
    {
        var stub = new StubBackend(respond, protocols);
        await stub._app.StartAsync();
        return stub;
    }

    public async ValueTask DisposeAsync()
    {
        using var immediately = new CancellationTokenSource();
        await immediately.CancelAsync();
        await _app.StopAsync(immediately.Token);
        await _app.DisposeAsync();
    }
}
