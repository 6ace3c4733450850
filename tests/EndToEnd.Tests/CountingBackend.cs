using BackendApi.Ingestion;

namespace EndToEnd.Tests;

/// <summary>A real back-end that counts the calls and connections that it receives.</summary>
internal sealed class CountingBackend : ServiceFactory<BackendMetrics>
{
    private readonly CallCounterFilter _counter = new();

    public CountingBackend(params (string Key, string Value)[] settings)
        : base([("Http2:Port", $"{FreePort.FindAddress().Port}"), .. settings]) =>
        ExtraServices = services => services.AddSingleton<IStartupFilter>(_counter);

    /// <summary>The address at which the back-end speaks HTTP/2. It is the second of its addresses.</summary>
    public Uri Http2Address => Addresses[1];

    public int Calls => _counter.CalledPaths.Count;

    public int Connections => _counter.CalledPaths.Distinct().Count();

    public Func<HttpContext, Task> BeforeResponse { set => _counter.BeforeResponse = value; }

    private sealed class CallCounterFilter : IStartupFilter
    {
        public ConcurrentQueue<string> CalledPaths { get; } = [];

        public Func<HttpContext, Task> BeforeResponse { get; set; } = _ => Task.CompletedTask;

        public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => app =>
        {
            app.Use(async (context, rest) =>
            {
                if (context.Request.Path.StartsWithSegments("/api") || context.Request.ContentType is "application/grpc")
                    CalledPaths.Enqueue(context.Connection.Id);
                await BeforeResponse(context);
                await rest(context);
            });
            next(app);
        };
    }
}
