using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;

namespace Benchmarks.Tests;

internal sealed class StubServer : IAsyncDisposable
{
    public static readonly byte[] Document = """{"id":17,"text":"zwölf Boxkämpfer"}"""u8.ToArray();

    private readonly WebApplication _app;

    private StubServer()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        _app = builder.Build();
        _app.Run(RespondAsync);
    }

    public ConcurrentQueue<string> TraceParents { get; } = [];

    public ConcurrentDictionary<string, bool> Connections { get; } = [];

    public Uri Address => new(new Uri(_app.Urls.Single()), "/document");

    public static async Task<StubServer> StartAsync()
    {
        var server = new StubServer();
        await server._app.StartAsync(TestContext.Current.CancellationToken);
        return server;
    }

    public ValueTask DisposeAsync() => _app.DisposeAsync();

    private Task RespondAsync(HttpContext context)
    {
        TraceParents.Enqueue(context.Request.Headers.TraceParent.ToString());
        Connections[context.Connection.Id] = true;
        context.Response.ContentType = "application/json; charset=utf-8";
        context.Response.ContentLength = Document.Length;
        return context.Response.Body.WriteAsync(Document).AsTask();
    }
}
