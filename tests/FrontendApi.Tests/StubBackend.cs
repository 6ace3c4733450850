using System.Collections.Concurrent;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace FrontendApi.Tests;

/// <summary>A back-end that answers as a test says, on a port of its own, and remembers what it was asked.</summary>
internal sealed class StubBackend : IAsyncDisposable
{
    private readonly WebApplication _app;

    private StubBackend(RequestDelegate answer)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        _app = builder.Build();
        _app.Run(context =>
        {
            Requests.Enqueue(context.Request.Path);
            return answer(context);
        });
    }

    public ConcurrentQueue<string> Requests { get; } = [];

    public string Address => _app.Urls.Single();

    public static async Task<StubBackend> StartAsync(RequestDelegate answer)
    {
        var stub = new StubBackend(answer);
        await stub._app.StartAsync();
        return stub;
    }

    /// <summary>Says when it is asked, and holds its answer until the caller has left.</summary>
    public static Task<StubBackend> HoldingAsync(TaskCompletionSource asked, TaskCompletionSource left) => StartAsync(async context =>
    {
        context.RequestAborted.Register(left.SetResult);
        asked.SetResult();
        await left.Task;
    });

    public async ValueTask DisposeAsync()
    {
        using var now = new CancellationTokenSource();
        await now.CancelAsync();
        await _app.StopAsync(now.Token);
        await _app.DisposeAsync();
    }
}
