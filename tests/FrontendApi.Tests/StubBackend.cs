using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace FrontendApi.Tests;

/// <summary>A back-end on a port of its own that responds as a test says, and records the requests.</summary>
internal sealed class StubBackend : IAsyncDisposable
{
    private readonly WebApplication _app;
    private volatile Script _script;

    private StubBackend(RequestDelegate respond, HttpProtocols protocols)
    {
        _script = new(respond);
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.WebHost.ConfigureKestrel(
            kestrel => kestrel.ConfigureEndpointDefaults(listen => listen.Protocols = protocols));
        _app = builder.Build();
        _app.Run(context => _script.RespondAsync(context));
    }

    public ConcurrentQueue<string> Requests => _script.Requests;

    public int ActiveCalls => Volatile.Read(ref _script.ActiveCalls);

    public string Address => _app.Urls.Single();

    public static async Task<StubBackend> StartAsync(
        RequestDelegate respond, HttpProtocols protocols = HttpProtocols.Http1)
    {
        var stub = new StubBackend(respond, protocols);
        await stub._app.StartAsync();
        return stub;
    }

    /// <summary>Changes how the back-end responds, and forgets the earlier requests.</summary>
    public void Use(RequestDelegate respond) => _script = new(respond);

    public async ValueTask DisposeAsync()
    {
        await _app.StopAsync(new CancellationToken(canceled: true));
        await _app.DisposeAsync();
    }

    private sealed class Script(RequestDelegate respond)
    {
        public int ActiveCalls;

        public ConcurrentQueue<string> Requests { get; } = [];

        public async Task RespondAsync(HttpContext context)
        {
            Interlocked.Increment(ref ActiveCalls);
            Requests.Enqueue(context.Request.Path);
            try
            {
                await respond(context);
            }
            finally
            {
                Interlocked.Decrement(ref ActiveCalls);
            }
        }
    }
}
