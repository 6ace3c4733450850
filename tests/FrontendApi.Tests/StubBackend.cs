using System.Collections.Concurrent;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
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
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.WebHost.ConfigureKestrel(
            kestrel => kestrel.ConfigureEndpointDefaults(listen => listen.Protocols = protocols));
        _app = builder.Build();
        _app.Run(context =>
        {
            Requests.Enqueue(context.Request.Path);
            return respond(context);
        });
    }

    /// <summary>The paths of the requests, in the order of their arrival.</summary>
    public ConcurrentQueue<string> Requests { get; } = [];

    public string Address => _app.Urls.Single();

    public static async Task<StubBackend> StartAsync(
        RequestDelegate respond, HttpProtocols protocols = HttpProtocols.Http1AndHttp2)
    {
        var stub = new StubBackend(respond, protocols);
        await stub._app.StartAsync();
        return stub;
    }

    /// <summary>
    /// Starts a back-end that signals when a request arrives, and responds only after the caller disconnects.
    /// </summary>
    public static Task<StubBackend> StartHoldingRequestsAsync(
        TaskCompletionSource requestReceived, TaskCompletionSource callerDisconnected) =>
        StartAsync(async context =>
        {
            context.RequestAborted.Register(callerDisconnected.SetResult);
            requestReceived.SetResult();
            await callerDisconnected.Task;
        });

    public async ValueTask DisposeAsync()
    {
        using var immediately = new CancellationTokenSource();
        await immediately.CancelAsync();
        await _app.StopAsync(immediately.Token);
        await _app.DisposeAsync();
    }
}
